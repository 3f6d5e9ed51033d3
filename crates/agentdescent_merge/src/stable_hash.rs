const PRIME_1: u64 = 0x9e37_79b1_85eb_ca87;
const PRIME_2: u64 = 0xc2b2_ae3d_27d4_eb4f;
const PRIME_3: u64 = 0x1656_67b1_9e37_79f9;
const PRIME_4: u64 = 0x85eb_ca77_c2b2_ae63;
const PRIME_5: u64 = 0x27d4_eb2f_1656_67c5;

/// Returns the XXH64 hash (seed 0) of the bytes, as xxHash's specification defines it.
#[must_use]
pub fn stable_hash(bytes: &[u8]) -> u64 {
    let (blocks, tail) = bytes.as_chunks::<32>();
    let start = if blocks.is_empty() {
        PRIME_5
    } else {
        hash_blocks(blocks)
    };
    avalanche(hash_tail(start.wrapping_add(bytes.len() as u64), tail))
}

fn hash_blocks(blocks: &[[u8; 32]]) -> u64 {
    let mut lanes = [
        PRIME_1.wrapping_add(PRIME_2),
        PRIME_2,
        0,
        PRIME_1.wrapping_neg(),
    ];
    for block in blocks {
        for (lane, word) in lanes.iter_mut().zip(block.as_chunks::<8>().0) {
            *lane = round(*lane, u64::from_le_bytes(*word));
        }
    }
    let hash = lanes
        .iter()
        .zip([1, 7, 12, 18])
        .fold(0u64, |sum, (lane, bits)| {
            sum.wrapping_add(lane.rotate_left(bits))
        });
    lanes.iter().fold(hash, |hash, &lane| {
        (hash ^ round(0, lane))
            .wrapping_mul(PRIME_1)
            .wrapping_add(PRIME_4)
    })
}

/// One step of a lane: adds the scrambled input, then scrambles the lane.
fn round(lane: u64, input: u64) -> u64 {
    lane.wrapping_add(input.wrapping_mul(PRIME_2))
        .rotate_left(31)
        .wrapping_mul(PRIME_1)
}

/// Takes in the bytes after the last whole block: eight, then four, then one at a time.
fn hash_tail(mut hash: u64, tail: &[u8]) -> u64 {
    let (words, rest) = tail.as_chunks::<8>();
    for word in words {
        hash = (hash ^ round(0, u64::from_le_bytes(*word)))
            .rotate_left(27)
            .wrapping_mul(PRIME_1)
            .wrapping_add(PRIME_4);
    }
    let (halves, rest) = rest.as_chunks::<4>();
    for half in halves {
        let value = u64::from(u32::from_le_bytes(*half));
        hash = (hash ^ value.wrapping_mul(PRIME_1))
            .rotate_left(23)
            .wrapping_mul(PRIME_2)
            .wrapping_add(PRIME_3);
    }
    for &byte in rest {
        hash = (hash ^ u64::from(byte).wrapping_mul(PRIME_5))
            .rotate_left(11)
            .wrapping_mul(PRIME_1);
    }
    hash
}

fn avalanche(mut hash: u64) -> u64 {
    hash = (hash ^ (hash >> 33)).wrapping_mul(PRIME_2);
    hash = (hash ^ (hash >> 29)).wrapping_mul(PRIME_3);
    hash ^ (hash >> 32)
}
