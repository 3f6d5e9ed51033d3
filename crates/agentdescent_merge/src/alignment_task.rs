/// Two token sequences to align; every id is below `id_count`.
pub struct AlignmentTask<'a> {
    pub base: &'a [u32],
    pub side: &'a [u32],
    pub id_count: usize,
}

/// Per sequence, whether each token has a partner in the other one.
pub struct Matches {
    pub base: Vec<bool>,
    pub side: Vec<bool>,
}
