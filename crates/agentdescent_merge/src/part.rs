/// A part of both sequences that is to be aligned; both ranges are half open.
#[derive(Clone, Copy)]
pub struct Part {
    pub base_start: usize,
    pub base_end: usize,
    pub side_start: usize,
    pub side_end: usize,
}

/// A point inside a part: what lies before it is aligned apart from what lies after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    pub base: usize,
    pub side: usize,
}
