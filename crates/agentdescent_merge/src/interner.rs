use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use crate::tokens::position;

/// A text cut into tokens, numbered so that equal numbers mean equal bytes.
pub struct TokenText<'a> {
    pub bytes: &'a [u8],
    /// Where each token starts, with the length of `bytes` as the last entry.
    pub starts: Vec<u32>,
    pub ids: Vec<u32>,
}

impl<'a> TokenText<'a> {
    /// The bytes of the tokens from `start` to before `end`.
    pub fn span(&self, start: usize, end: usize) -> &'a [u8] {
        &self.bytes[self.starts[start] as usize..self.starts[end] as usize]
    }
}

/// Unpredictable, so that nobody can write a text whose lines all share one slot; no answer depends on it.
static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0));

const FREE: u32 = u32::MAX;

/// A slot of the table: the upper half of a token's hash, and its id.
#[derive(Clone, Copy)]
struct Slot {
    tag: u32,
    id: u32,
}

/// Numbers the tokens of several texts with one numbering.
pub struct Interner<'a> {
    firsts: Vec<&'a [u8]>,
    /// Open addressing with linear probing.
    slots: Vec<Slot>,
    seed: u64,
}

impl<'a> Interner<'a> {
    /// `tokens` is the number of tokens that will be numbered.
    pub fn new(tokens: usize) -> Self {
        let size = (tokens * 2).next_power_of_two().max(16);
        let free = Slot { tag: 0, id: FREE };
        Self {
            firsts: Vec::with_capacity(tokens / 2),
            slots: vec![free; size],
            seed: *SEED,
        }
    }

    pub fn id_count(&self) -> usize {
        self.firsts.len()
    }

    pub fn number(&mut self, bytes: &'a [u8], starts: Vec<u32>) -> TokenText<'a> {
        let ids = starts
            .windows(2)
            .map(|ends| self.id_of(&bytes[ends[0] as usize..ends[1] as usize]))
            .collect();
        TokenText { bytes, starts, ids }
    }

    fn id_of(&mut self, token: &'a [u8]) -> u32 {
        let hash = hash_of(token, self.seed);
        let (tag, mut slot) = halves(hash);
        loop {
            slot &= self.slots.len() - 1;
            let found = self.slots[slot];
            if found.id == FREE {
                let id = position(self.firsts.len());
                self.slots[slot] = Slot { tag, id };
                self.firsts.push(token);
                return id;
            }
            if found.tag == tag && self.firsts[found.id as usize] == token {
                return found.id;
            }
            slot += 1;
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "either half of a hash is wanted"
)]
const fn halves(hash: u64) -> (u32, usize) {
    ((hash >> 32) as u32, hash as usize)
}

/// Multiplies eight bytes at a time and folds the product's halves.
fn hash_of(token: &[u8], seed: u64) -> u64 {
    let (words, rest) = token.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let start = seed ^ (token.len() as u64);
    let hash = words.iter().fold(start, |hash, word| {
        folded(hash ^ u64::from_le_bytes(*word), 0x9e37_79b9_7f4a_7c15)
    });
    folded(hash ^ u64::from_le_bytes(last), 0xd6e8_feb8_6659_fd93)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the halves of a product are folded"
)]
const fn folded(left: u64, right: u64) -> u64 {
    let product = (left as u128) * (right as u128);
    (product as u64) ^ ((product >> 64) as u64)
}
