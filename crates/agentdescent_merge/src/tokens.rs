//! Cutting texts into tokens. A splitter returns where each token starts, with the text's length as the last entry;
//! the tokens, joined, are the text.

pub type Splitter = fn(&[u8]) -> Vec<u32>;

/// Cuts after each line terminator: LF, CRLF, or a CR that no LF follows.
pub fn split_lines(text: &[u8]) -> Vec<u32> {
    let mut starts = Starts::new(text.len() / 24);
    for (at, &byte) in text.iter().enumerate() {
        if byte == b'\n' || (byte == b'\r' && text.get(at + 1) != Some(&b'\n')) {
            starts.push(at + 1);
        }
    }
    starts.close(text.len())
}

/// Cuts into sentences and the white space between them. A sentence ends after a full-width terminator, before white
/// space that follows a terminator (and its closing quotes, brackets or emphasis), and before white space that holds
/// a line break.
pub fn split_sentences(text: &[u8]) -> Vec<u32> {
    let mut starts = Starts::new(text.len() / 32);
    let mut at = 0;
    while at < text.len() {
        at = if is_space(text[at]) {
            end_of_space(text, at)
        } else {
            end_of_sentence(text, at)
        };
        starts.push(at);
    }
    starts.close(text.len())
}

/// Cuts into words, each with the white space after it; white space at the start is a token of its own.
pub fn split_words(text: &[u8]) -> Vec<u32> {
    let mut starts = Starts::new(text.len() / 5);
    let mut at = 0;
    while at < text.len() {
        while at < text.len() && !is_space(text[at]) {
            at += 1;
        }
        at = end_of_space(text, at);
        starts.push(at);
    }
    starts.close(text.len())
}

fn end_of_sentence(text: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < text.len() {
        if is_space(text[at]) {
            let end = end_of_space(text, at);
            if follows_terminator(&text[from..at]) || has_line_break(&text[at..end]) {
                return at;
            }
            at = end;
        } else if ends_wide_sentence(&text[at..]) {
            return at + 3;
        } else {
            at += 1;
        }
    }
    text.len()
}

fn end_of_space(text: &[u8], from: usize) -> usize {
    let length = text[from..].iter().take_while(|&&byte| is_space(byte));
    from + length.count()
}

fn has_line_break(space: &[u8]) -> bool {
    space.iter().any(|byte| matches!(byte, b'\n' | b'\r'))
}

/// Whether the words end with `.`, `!` or `?` and any closing marks.
fn follows_terminator(words: &[u8]) -> bool {
    let last = words.iter().skip(1).rfind(|&&byte| !is_closing_mark(byte));
    matches!(last.or(words.first()), Some(b'.' | b'!' | b'?'))
}

const fn is_closing_mark(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b')' | b'*' | b']' | b'_' | b'`')
}

/// Whether the text starts with the UTF-8 bytes of the ideographic full stop, or of a full-width `!` or `?`.
fn ends_wide_sentence(text: &[u8]) -> bool {
    matches!(text, [0xe3, 0x80, 0x82, ..] | [0xef, 0xbc, 0x81 | 0x9f, ..])
}

/// Tab, line feed, vertical tab, form feed, carriage return and space.
const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// The starts of the tokens of a text that is still being cut.
struct Starts(Vec<u32>);

impl Starts {
    fn new(expected: usize) -> Self {
        let mut starts = Vec::with_capacity(expected + 2);
        starts.push(0);
        Self(starts)
    }

    fn push(&mut self, start: usize) {
        self.0.push(position(start));
    }

    /// Ends the starts with the text's length, exactly once.
    fn close(mut self, length: usize) -> Vec<u32> {
        if self.0.last() != Some(&position(length)) {
            self.push(length);
        }
        self.0
    }
}

/// A place in a text or in a sequence of its tokens.
pub fn position(place: usize) -> u32 {
    u32::try_from(place).expect("texts are shorter than 4 GiB")
}
