use crate::alignment_task::{AlignmentTask, Matches};
use crate::anchor_search::AnchorSearch;
use crate::keep_alignable::{Alignable, common_end, common_start};
use crate::middle_search::MiddleSearch;
use crate::part::{Cut, Part};
use crate::step_budget::StepBudget;

/// Matches alignable tokens: cuts parts until one side of each is empty, and marks the ends that a part's sides share.
pub fn find_matches(
    task: &AlignmentTask,
    alignable: &Alignable,
    matches: &mut Matches,
    budget: &mut StepBudget,
) {
    let base = pick(task.base, &alignable.base);
    let side = pick(task.side, &alignable.side);
    let mut middle = MiddleSearch::new(base.len() + side.len());
    let mut anchors = AnchorSearch::new(task.id_count);
    let mut parts = vec![Part {
        base_start: 0,
        base_end: base.len(),
        side_start: 0,
        side_end: side.len(),
    }];
    while let Some(part) = parts.pop() {
        if budget.is_exceeded() {
            return;
        }
        let (before, after) = shared_ends(&part, &base, &side);
        mark(
            &mut matches.base,
            &alignable.base[part.base_start..part.base_end],
            before,
            after,
        );
        mark(
            &mut matches.side,
            &alignable.side[part.side_start..part.side_end],
            before,
            after,
        );
        let core = Part {
            base_start: part.base_start + before,
            base_end: part.base_end - after,
            side_start: part.side_start + before,
            side_end: part.side_end - after,
        };
        if core.base_start == core.base_end || core.side_start == core.side_end {
            continue;
        }
        let found = middle.search(
            &base[core.base_start..core.base_end],
            &side[core.side_start..core.side_end],
            budget,
        );
        let chain = if found.is_capped {
            anchors.search(&base, &side, &core, budget)
        } else {
            Vec::new()
        };
        if chain.is_empty() {
            let cut = Cut {
                base: core.base_start + found.cut.base,
                side: core.side_start + found.cut.side,
            };
            push_parts(&mut parts, &core, &[cut]);
        } else {
            push_parts(&mut parts, &core, &chain);
        }
    }
}

fn pick(ids: &[u32], positions: &[u32]) -> Vec<u32> {
    positions.iter().map(|&at| ids[at as usize]).collect()
}

/// How many tokens both sides of the part start with, and how many of the rest they end with.
fn shared_ends(part: &Part, base: &[u32], side: &[u32]) -> (usize, usize) {
    let base = &base[part.base_start..part.base_end];
    let side = &side[part.side_start..part.side_end];
    let before = common_start(base, side);
    (before, common_end(&base[before..], &side[before..]))
}

fn mark(is_matched: &mut [bool], positions: &[u32], before: usize, after: usize) {
    let ends = positions[..before]
        .iter()
        .chain(&positions[positions.len() - after..]);
    for &at in ends {
        is_matched[at as usize] = true;
    }
}

/// Pushes the parts between the cuts, so that the first one is popped first.
fn push_parts(parts: &mut Vec<Part>, part: &Part, cuts: &[Cut]) {
    let mut rest = *part;
    for cut in cuts.iter().rev() {
        parts.push(Part {
            base_start: cut.base,
            side_start: cut.side,
            ..rest
        });
        rest.base_end = cut.base;
        rest.side_end = cut.side;
    }
    parts.push(rest);
}
