use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// The longest text that a merge takes, in bytes.
pub const MAX_TEXT_BYTES: usize = 64 * 1024 * 1024;

/// An input that no merge takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputError {
    TextTooLarge { bytes: usize },
}

impl Display for InputError {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        match self {
            Self::TextTooLarge { bytes } => write!(
                formatter,
                "A text has {bytes} bytes; a merge takes at most {MAX_TEXT_BYTES}."
            ),
        }
    }
}

impl Error for InputError {}

/// Returns the first text that is too large, as an error.
pub fn check_sizes(texts: &[&[u8]]) -> Result<(), InputError> {
    match texts.iter().find(|text| text.len() > MAX_TEXT_BYTES) {
        Some(text) => Err(InputError::TextTooLarge { bytes: text.len() }),
        None => Ok(()),
    }
}
