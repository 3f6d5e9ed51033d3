//! Where the tokens of a text end. The tokens of a text, joined, are the text.

use memchr::memchr2;

/// Returns the length of the token that a text, which is not empty, starts with.
pub type TokenLength = fn(&[u8]) -> usize;

/// Ends a line after its terminator: LF, CRLF, or a CR that no LF follows.
pub fn line_length(text: &[u8]) -> usize {
    match memchr2(b'\n', b'\r', text) {
        None => text.len(),
        Some(at) if text[at] == b'\r' && text.get(at + 1) == Some(&b'\n') => at + 2,
        Some(at) => at + 1,
    }
}

/// Ends a sentence or the white space between two. A sentence ends after a full-width terminator, before white space
/// that follows a terminator (and its closing quotes, brackets or emphasis), and before white space that holds a line
/// break.
pub fn sentence_length(text: &[u8]) -> usize {
    if is_space(text[0]) {
        return end_of_space(text, 0);
    }
    let mut at = 0;
    while at < text.len() {
        if is_space(text[at]) {
            let end = end_of_space(text, at);
            if follows_terminator(&text[..at]) || has_line_break(&text[at..end]) {
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

/// Ends a word after the white space that follows it; white space at the start of a text is a token of its own.
pub fn word_length(text: &[u8]) -> usize {
    let end = text.iter().position(|&byte| is_space(byte));
    end_of_space(text, end.unwrap_or(text.len()))
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

/// A place in a text or in a sequence of its tokens.
pub fn position(place: usize) -> u32 {
    u32::try_from(place).expect("texts are shorter than 4 GiB")
}
