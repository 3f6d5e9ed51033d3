use crate::align::{Hunk, align};
use crate::alignment_task::AlignmentTask;
use crate::group_hunks::{HunkGroup, SideChange, group_hunks};
use crate::interner::{Guide, Interner, TokenText};
use crate::level::Level;
use crate::step_budget::StepBudget;

/// A stretch of a merge in progress, borrowed from the texts that are merged.
pub enum Draft<'a> {
    Merged(&'a [u8]),
    Conflict(Conflict<'a>),
}

/// What the sides that change one stretch of the base put in its place; no two of them are equal.
pub struct Conflict<'a> {
    pub base: &'a [u8],
    pub sides: Vec<&'a [u8]>,
}

struct Tokenised<'a> {
    base: TokenText<'a>,
    sides: Vec<TokenText<'a>>,
    id_count: usize,
}

/// Cuts a conflict into the tokens of a level and adds the stretches it then consists of. It stays whole when a side
/// keeps too little of the base for this level, and when the budget is exceeded.
pub fn refine<'a>(
    conflict: Conflict<'a>,
    level: &Level,
    budget: &mut StepBudget,
    drafts: &mut Vec<Draft<'a>>,
) {
    match refined(&conflict, level, budget) {
        Some(parts) => drafts.extend(parts),
        None => drafts.push(Draft::Conflict(conflict)),
    }
}

fn refined<'a>(
    conflict: &Conflict<'a>,
    level: &Level,
    budget: &mut StepBudget,
) -> Option<Vec<Draft<'a>>> {
    if budget.is_exceeded() {
        return None;
    }
    let Tokenised {
        base,
        sides,
        id_count,
    } = tokenise(conflict, level);
    let side_tokens: usize = sides.iter().map(|side| side.ids.len()).sum();
    budget.spend(base.ids.len() + side_tokens);
    let mut changes = Vec::with_capacity(sides.len());
    for side in &sides {
        if budget.is_exceeded() {
            return None;
        }
        let task = AlignmentTask {
            base: &base.ids,
            side: &side.ids,
            id_count,
        };
        let hunks = align(&task, budget);
        if !keeps_enough(base.ids.len(), &hunks, level) {
            return None;
        }
        changes.push(hunks);
    }
    let groups = group_hunks(&changes, level.touching);
    Some(drafts_of(&groups, &base, &sides))
}

fn tokenise<'a>(conflict: &Conflict<'a>, level: &Level) -> Tokenised<'a> {
    let mut interner = Interner::default();
    let base = interner.tokenise(conflict.base, level.token_length, None);
    let guide = level.closing_byte.map(|closing_byte| Guide {
        text: &base,
        closing_byte,
    });
    let sides = conflict
        .sides
        .iter()
        .map(|side| interner.tokenise(side, level.token_length, guide.as_ref()))
        .collect();
    let id_count = interner.id_count();
    Tokenised {
        base,
        sides,
        id_count,
    }
}

fn keeps_enough(base_tokens: usize, hunks: &[Hunk], level: &Level) -> bool {
    let lost: usize = hunks
        .iter()
        .map(|hunk| hunk.base_end - hunk.base_start)
        .sum();
    (base_tokens - lost) * 3 >= base_tokens * level.least_kept_thirds
}

fn drafts_of<'a>(
    groups: &[HunkGroup],
    base: &TokenText<'a>,
    sides: &[TokenText<'a>],
) -> Vec<Draft<'a>> {
    let mut drafts = Vec::with_capacity(2 * groups.len() + 1);
    let mut unchanged_from = 0;
    for group in groups {
        push_merged(&mut drafts, base.span(unchanged_from, group.base_start));
        unchanged_from = group.base_end;
        let contents = distinct_contents(&group.changes, sides);
        match contents.as_slice() {
            [] => {}
            [only] => push_merged(&mut drafts, only),
            _ => drafts.push(Draft::Conflict(Conflict {
                base: base.span(group.base_start, group.base_end),
                sides: contents,
            })),
        }
    }
    push_merged(&mut drafts, base.span(unchanged_from, base.ids.len()));
    drafts
}

fn push_merged<'a>(drafts: &mut Vec<Draft<'a>>, text: &'a [u8]) {
    if !text.is_empty() {
        drafts.push(Draft::Merged(text));
    }
}

/// What the changes come to, equal ones once, in the order of the sides.
fn distinct_contents<'a>(changes: &[SideChange], sides: &[TokenText<'a>]) -> Vec<&'a [u8]> {
    let mut contents: Vec<&'a [u8]> = Vec::with_capacity(changes.len());
    for change in changes {
        let content = sides[change.side].span(change.start, change.end);
        if !contents.contains(&content) {
            contents.push(content);
        }
    }
    contents
}
