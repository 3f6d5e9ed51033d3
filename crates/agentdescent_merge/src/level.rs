use crate::group_hunks::Touching;
use crate::tokens::{TokenLength, line_length, sentence_length, word_length};

/// How finely a merge looks for changes that do not overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Granularity {
    Line,
    /// Goes on inside a conflict of lines: first by sentences, then by words.
    Prose,
}

/// One granularity at which a conflict may fall apart.
pub struct Level {
    pub token_length: TokenLength,
    /// A byte that ends a token wherever it stands, if there is one.
    pub closing_byte: Option<u8>,
    pub touching: Touching,
    /// How many thirds of the base's tokens every side must keep; the conflict stays whole otherwise.
    pub least_kept_thirds: usize,
}

/// Lines that touch conflict, as they do in git.
const LINES: Level = Level {
    token_length: line_length,
    closing_byte: Some(b'\n'),
    touching: Touching::Joins,
    least_kept_thirds: 0,
};

/// Neighbouring sentences are independent.
const SENTENCES: Level = Level {
    token_length: sentence_length,
    closing_byte: None,
    touching: Touching::StaysApart,
    least_kept_thirds: 0,
};

/// Words of one sentence are independent with an unchanged word between them, unless a side rewrote the sentence.
const WORDS: Level = Level {
    token_length: word_length,
    closing_byte: None,
    touching: Touching::Joins,
    least_kept_thirds: 2,
};

/// Returns the levels of a granularity, in the order in which conflicts pass through them.
pub const fn levels_of(granularity: Granularity) -> &'static [Level] {
    match granularity {
        Granularity::Line => &[LINES],
        Granularity::Prose => &[LINES, SENTENCES, WORDS],
    }
}
