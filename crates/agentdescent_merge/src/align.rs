use crate::alignment_task::{AlignmentTask, Matches};
use crate::find_matches::find_matches;
use crate::keep_alignable::keep_alignable;
use crate::slide_changes::slide_changes;
use crate::step_budget::StepBudget;
use crate::tokens::position;

/// A run of base tokens and what a side has in its place; the ranges are half open and one may be empty.
#[derive(Clone, Copy)]
pub struct Hunk {
    pub base_start: usize,
    pub base_end: usize,
    pub side_start: usize,
    pub side_end: usize,
}

/// Returns what the side changes, in order; between two hunks stands at least one unchanged token.
pub fn align(task: &AlignmentTask, budget: &mut StepBudget) -> Vec<Hunk> {
    let mut matches = Matches {
        base: vec![false; task.base.len()],
        side: vec![false; task.side.len()],
    };
    let alignable = keep_alignable(task, &mut matches);
    find_matches(task, &alignable, &mut matches, budget);
    let mut base = matched_positions(&matches.base);
    let mut side = matched_positions(&matches.side);
    slide_changes(task.base, &mut base, &side, budget);
    slide_changes(task.side, &mut side, &base, budget);
    hunks_between(&base, &side)
}

/// The positions of the matched tokens, with the sequence's length as the last entry.
fn matched_positions(is_matched: &[bool]) -> Vec<u32> {
    let mut positions = Vec::with_capacity(is_matched.len() + 1);
    positions.extend(
        (0u32..)
            .zip(is_matched)
            .filter_map(|(at, &matched)| matched.then_some(at)),
    );
    positions.push(position(is_matched.len()));
    positions
}

fn hunks_between(base: &[u32], side: &[u32]) -> Vec<Hunk> {
    let mut hunks = Vec::new();
    let (mut base_start, mut side_start) = (0, 0);
    for (&base_end, &side_end) in base.iter().zip(side) {
        let (base_end, side_end) = (base_end as usize, side_end as usize);
        if base_end > base_start || side_end > side_start {
            hunks.push(Hunk {
                base_start,
                base_end,
                side_start,
                side_end,
            });
        }
        base_start = base_end + 1;
        side_start = side_end + 1;
    }
    hunks
}
