use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;

use crate::tokens::{TokenLength, position};

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

/// A text that the next one likely resembles, and a byte that ends a token wherever it stands.
pub struct Guide<'g, 'a> {
    pub text: &'g TokenText<'a>,
    pub closing_byte: u8,
}

impl Guide<'_, '_> {
    /// The length of the guide's token, when the text starts with the same one.
    fn shared_length(&self, token: usize, text: &[u8]) -> Option<usize> {
        if token >= self.text.ids.len() {
            return None;
        }
        let shared = self.text.span(token, token + 1);
        let is_whole = shared.last() == Some(&self.closing_byte) && text.starts_with(shared);
        is_whole.then_some(shared.len())
    }
}

/// How far behind an unexpected token the guide is searched for it.
const LOOKAHEAD: usize = 8;

/// Unpredictable, so that nobody can write a text whose tokens all share one slot; no answer depends on it.
static SEED: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one(0));

const FREE: u32 = u32::MAX;

/// A slot of the table: the upper half of a token's hash, and its id.
#[derive(Clone, Copy)]
struct Slot {
    tag: u32,
    id: u32,
}

/// The first token of an id, and its place among the tokens of its text.
struct First<'a> {
    token: &'a [u8],
    place: u32,
}

/// Cuts several texts into tokens with one numbering.
pub struct Interner<'a> {
    firsts: Vec<First<'a>>,
    /// Open addressing with linear probing; at most half of it is taken.
    slots: Vec<Slot>,
    seed: u64,
}

impl Default for Interner<'_> {
    fn default() -> Self {
        Self {
            firsts: Vec::with_capacity(32),
            slots: free_slots(64),
            seed: *SEED,
        }
    }
}

impl<'a> Interner<'a> {
    pub fn id_count(&self) -> usize {
        self.firsts.len()
    }

    pub fn tokenise(
        &mut self,
        bytes: &'a [u8],
        token_length: TokenLength,
        guide: Option<&Guide>,
    ) -> TokenText<'a> {
        let mut starts = Vec::with_capacity(bytes.len() / 32 + 2);
        let mut ids = Vec::with_capacity(bytes.len() / 32 + 1);
        let mut expected = 0;
        let mut rest = bytes;
        while !rest.is_empty() {
            starts.push(position(bytes.len() - rest.len()));
            let shared =
                guide.and_then(|guide| guide.shared_length(expected, rest).zip(Some(guide)));
            let length = if let Some((length, guide)) = shared {
                ids.push(guide.text.ids[expected]);
                expected += 1;
                length
            } else {
                let length = token_length(rest);
                let id = self.id_of(&rest[..length], ids.len());
                ids.push(id);
                if let Some(guide) = guide {
                    expected = self.resume(&guide.text.ids, expected, id);
                }
                length
            };
            rest = &rest[length..];
        }
        starts.push(position(bytes.len()));
        TokenText { bytes, starts, ids }
    }

    /// Where the guide goes on after an unexpected token: behind the token where it holds it, else as before.
    fn resume(&self, guide: &[u32], expected: usize, id: u32) -> usize {
        let ahead = guide.iter().skip(expected).take(LOOKAHEAD);
        if let Some(offset) = ahead.copied().position(|other| other == id) {
            return expected + offset + 1;
        }
        let first = self.firsts[id as usize].place as usize;
        if guide.get(first) == Some(&id) && first > expected {
            first + 1
        } else {
            expected
        }
    }

    fn id_of(&mut self, token: &'a [u8], place: usize) -> u32 {
        let hash = hash_of(token, self.seed);
        let (tag, mut slot) = halves(hash);
        loop {
            slot &= self.slots.len() - 1;
            let found = self.slots[slot];
            if found.id == FREE {
                break;
            }
            if found.tag == tag && self.firsts[found.id as usize].token == token {
                return found.id;
            }
            slot += 1;
        }
        let id = position(self.firsts.len());
        self.slots[slot] = Slot { tag, id };
        let place = position(place);
        self.firsts.push(First { token, place });
        if self.firsts.len() * 2 > self.slots.len() {
            self.grow();
        }
        id
    }

    fn grow(&mut self) {
        let mut slots = free_slots(self.slots.len() * 4);
        for (id, first) in (0u32..).zip(&self.firsts) {
            let (tag, mut slot) = halves(hash_of(first.token, self.seed));
            slot &= slots.len() - 1;
            while slots[slot].id != FREE {
                slot = (slot + 1) & (slots.len() - 1);
            }
            slots[slot] = Slot { tag, id };
        }
        self.slots = slots;
    }
}

fn free_slots(count: usize) -> Vec<Slot> {
    vec![Slot { tag: 0, id: FREE }; count]
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
