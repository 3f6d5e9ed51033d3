use sha2::{Digest, Sha256};

/// Returns SHA-256 over the parts, each behind its length as a big-endian 64-bit number.
#[must_use]
pub fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}
