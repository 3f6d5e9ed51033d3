use crate::input_error::{InputError, check_sizes};
use crate::level::{Granularity, levels_of};
use crate::refine::{Conflict, Draft, refine};
use crate::step_budget::StepBudget;

#[derive(Clone, Copy, Debug)]
pub struct TextMergeOptions {
    pub granularity: Granularity,
    /// The work after which a merge ends as too large, counted in steps and never in time.
    pub max_steps: u64,
}

/// How a merge of texts ends. A conflict is an answer, no error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextMerge {
    Clean(Vec<u8>),
    /// The whole text in order, cut into what is settled and what is not.
    Conflict(Vec<Region>),
    TooLarge {
        steps: u64,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Region {
    Merged(Vec<u8>),
    /// A stretch of the base that sides changed differently. The sides are ours and theirs; of many, they are the
    /// distinct contents that sides put here, in the order of the whole sides' bytes.
    Conflict {
        base: Vec<u8>,
        sides: Vec<Vec<u8>>,
    },
}

/// Merges what two sides changed in one base; in a conflict the sides stand as ours, theirs.
///
/// # Errors
///
/// When a text is larger than [`MAX_TEXT_BYTES`](crate::MAX_TEXT_BYTES).
pub fn merge_text(
    base: &[u8],
    ours: &[u8],
    theirs: &[u8],
    options: TextMergeOptions,
) -> Result<TextMerge, InputError> {
    check_sizes(&[base, ours, theirs])?;
    Ok(merge_sides(base, &[ours, theirs], options))
}

/// Merges what any number of sides changed in one base; neither their order nor repetition makes a difference.
///
/// # Errors
///
/// When a text is larger than [`MAX_TEXT_BYTES`](crate::MAX_TEXT_BYTES).
pub fn merge_many(
    base: &[u8],
    sides: &[&[u8]],
    options: TextMergeOptions,
) -> Result<TextMerge, InputError> {
    check_sizes(&[base])?;
    check_sizes(sides)?;
    let mut sorted = sides.to_vec();
    sorted.sort_unstable();
    Ok(merge_sides(base, &sorted, options))
}

fn merge_sides(base: &[u8], sides: &[&[u8]], options: TextMergeOptions) -> TextMerge {
    let changed = distinct_changes(base, sides);
    match changed.as_slice() {
        [] => return TextMerge::Clean(base.to_vec()),
        [only] => return TextMerge::Clean(only.to_vec()),
        _ => {}
    }
    let mut budget = StepBudget::new(options.max_steps);
    let mut drafts = vec![Draft::Conflict(Conflict {
        base,
        sides: changed,
    })];
    for level in levels_of(options.granularity) {
        let mut finer = Vec::with_capacity(drafts.len());
        for draft in drafts {
            match draft {
                Draft::Merged(_) => finer.push(draft),
                Draft::Conflict(conflict) => refine(conflict, level, &mut budget, &mut finer),
            }
        }
        drafts = finer;
    }
    if budget.is_exceeded() {
        let steps = budget.spent();
        return TextMerge::TooLarge { steps };
    }
    settle(&drafts)
}

fn distinct_changes<'a>(base: &[u8], sides: &[&'a [u8]]) -> Vec<&'a [u8]> {
    let mut changed: Vec<&'a [u8]> = Vec::with_capacity(sides.len());
    for &side in sides {
        if side != base && !changed.contains(&side) {
            changed.push(side);
        }
    }
    changed
}

/// Joins neighbouring merged stretches, and copies, so that the answer outlives the texts it was made of.
fn settle(drafts: &[Draft]) -> TextMerge {
    let mut regions = Vec::new();
    let mut rest = drafts;
    loop {
        let is_merged = |draft: &Draft| matches!(draft, Draft::Merged(_));
        let count = rest.iter().position(|draft| !is_merged(draft));
        let (merged, others) = rest.split_at(count.unwrap_or(rest.len()));
        let text = joined(merged);
        match others.split_first() {
            Some((Draft::Conflict(conflict), after)) => {
                if !merged.is_empty() {
                    regions.push(Region::Merged(text));
                }
                regions.push(Region::Conflict {
                    base: conflict.base.to_vec(),
                    sides: conflict.sides.iter().map(|side| side.to_vec()).collect(),
                });
                rest = after;
            }
            _ if regions.is_empty() => return TextMerge::Clean(text),
            _ => {
                if !merged.is_empty() {
                    regions.push(Region::Merged(text));
                }
                return TextMerge::Conflict(regions);
            }
        }
    }
}

fn joined(drafts: &[Draft]) -> Vec<u8> {
    let parts: Vec<&[u8]> = drafts
        .iter()
        .filter_map(|draft| match draft {
            Draft::Merged(text) => Some(*text),
            Draft::Conflict(_) => None,
        })
        .collect();
    parts.concat()
}
