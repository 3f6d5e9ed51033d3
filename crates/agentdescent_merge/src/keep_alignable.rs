use crate::alignment_task::{AlignmentTask, Matches};
use crate::tokens::position;

/// How far `is_crowded_out` looks in each direction.
const SIGHT: usize = 100;
/// From this many occurrences on, a token counts as common in a text of any length.
const COMMON_AT_MOST: u32 = 1024;

/// The positions that are worth aligning, per sequence.
#[derive(Default)]
pub struct Alignable {
    pub base: Vec<u32>,
    pub side: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// The other sequence does not hold the token.
    Alone,
    Plain,
    /// The other sequence holds the token often.
    Common,
}

/// Matches the common start and end, and returns which positions between them are worth aligning: those whose token
/// the other sequence holds too, but no frequent token that lies among tokens without a partner.
pub fn keep_alignable(task: &AlignmentTask, matches: &mut Matches) -> Alignable {
    let start = common_start(task.base, task.side);
    let end = common_end(&task.base[start..], &task.side[start..]);
    let (base_end, side_end) = (task.base.len() - end, task.side.len() - end);
    for is_matched in [&mut matches.base, &mut matches.side] {
        let length = is_matched.len();
        is_matched[..start].fill(true);
        is_matched[length - end..].fill(true);
    }
    if start == base_end || start == side_end {
        return Alignable::default();
    }
    let in_base = count_tokens(task.base, task.id_count);
    let in_side = count_tokens(task.side, task.id_count);
    Alignable {
        base: keep(task.base, start..base_end, &in_side),
        side: keep(task.side, start..side_end, &in_base),
    }
}

/// How many tokens both sequences start with.
pub fn common_start(left: &[u32], right: &[u32]) -> usize {
    left.iter().zip(right).take_while(|(l, r)| l == r).count()
}

/// How many tokens both sequences end with.
pub fn common_end(left: &[u32], right: &[u32]) -> usize {
    let pairs = left.iter().rev().zip(right.iter().rev());
    pairs.take_while(|(l, r)| l == r).count()
}

fn count_tokens(ids: &[u32], id_count: usize) -> Vec<u32> {
    let mut counts = vec![0; id_count];
    for &id in ids {
        counts[id as usize] += 1;
    }
    counts
}

fn keep(ids: &[u32], range: std::ops::Range<usize>, in_other: &[u32]) -> Vec<u32> {
    let common = power_near_root(ids.len()).min(COMMON_AT_MOST);
    let kind_of = |&id: &u32| match in_other[id as usize] {
        0 => Kind::Alone,
        count if count < common => Kind::Plain,
        _ => Kind::Common,
    };
    let start = range.start;
    let kinds: Vec<Kind> = ids[range].iter().map(kind_of).collect();
    let may_crowd = kinds.contains(&Kind::Alone);
    let is_kept = |at: usize| match kinds[at] {
        Kind::Alone => false,
        Kind::Plain => true,
        Kind::Common => !(may_crowd && is_crowded_out(&kinds[..at], &kinds[at + 1..])),
    };
    let kept = (0..kinds.len()).filter(|&at| is_kept(at));
    kept.map(|at| position(start + at)).collect()
}

/// The smallest power of two whose square exceeds `count`, or its double: 1 → 2, 4 → 4, 16 → 8, 100 → 16.
fn power_near_root(count: usize) -> u32 {
    let mut power = 1;
    let mut rest = count;
    while rest > 0 {
        power *= 2;
        rest >>= 2;
    }
    power
}

/// Whether a common token should go unmatched: both before and after it, up to the next plain token, stand tokens
/// without a partner, and of all those tokens more than three quarters have none.
fn is_crowded_out(before: &[Kind], after: &[Kind]) -> bool {
    let (alone_before, common_before) = count_run(before.iter().rev());
    if alone_before == 0 {
        return false;
    }
    let (alone_after, common_after) = count_run(after.iter());
    if alone_after == 0 {
        return false;
    }
    let common = common_before + common_after + 2;
    common * 4 < common + alone_before + alone_after
}

/// How many lone and how many common tokens come before the first plain one, as far as the sight reaches.
fn count_run<'a>(kinds: impl Iterator<Item = &'a Kind>) -> (usize, usize) {
    let (mut alone, mut common) = (0, 0);
    for kind in kinds.take(SIGHT) {
        match kind {
            Kind::Alone => alone += 1,
            Kind::Common => common += 1,
            Kind::Plain => break,
        }
    }
    (alone, common)
}
