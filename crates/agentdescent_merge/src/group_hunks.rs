use crate::align::Hunk;

/// What one side has in the place of a stretch of the base; the range is half open.
pub struct SideChange {
    /// Index of the side.
    pub side: usize,
    pub start: usize,
    pub end: usize,
}

/// A stretch of the base that at least one side changes.
pub struct HunkGroup {
    pub base_start: usize,
    pub base_end: usize,
    /// One entry per side that changes something here, by ascending side.
    pub changes: Vec<SideChange>,
}

/// What becomes of hunks of two sides that touch without overlapping.
#[derive(Clone, Copy, PartialEq)]
pub enum Touching {
    Joins,
    StaysApart,
}

/// Groups the hunks of all sides, so that hunks which overlap in the base stand in one group.
pub fn group_hunks(sides: &[Vec<Hunk>], touching: Touching) -> Vec<HunkGroup> {
    let of_side = |(side, hunks): (usize, &Vec<Hunk>)| {
        let with_side = |&hunk: &Hunk| (side, hunk);
        hunks.iter().map(with_side).collect::<Vec<_>>()
    };
    let mut hunks: Vec<(usize, Hunk)> = sides.iter().enumerate().flat_map(of_side).collect();
    hunks.sort_by_key(|(_, hunk)| (hunk.base_start, hunk.base_end));
    let mut groups = Vec::new();
    let mut rest = hunks.as_slice();
    while let Some(&(_, first)) = rest.first() {
        let mut base_end = first.base_end;
        let mut count = 1;
        while let Some((_, hunk)) = rest.get(count)
            && belongs(hunk, first.base_start, base_end, touching)
        {
            base_end = base_end.max(hunk.base_end);
            count += 1;
        }
        let (members, others) = rest.split_at(count);
        groups.push(group_of(members, first.base_start, base_end));
        rest = others;
    }
    groups
}

fn belongs(hunk: &Hunk, base_start: usize, base_end: usize, touching: Touching) -> bool {
    let touches = match touching {
        Touching::Joins => hunk.base_start == base_end,
        Touching::StaysApart => hunk.base_end == base_start && base_start == base_end,
    };
    touches || hunk.base_start < base_end
}

fn group_of(members: &[(usize, Hunk)], base_start: usize, base_end: usize) -> HunkGroup {
    let mut changes: Vec<SideChange> = Vec::new();
    for &(side, hunk) in members {
        let end = hunk.side_end + (base_end - hunk.base_end);
        match changes.iter_mut().find(|change| change.side == side) {
            Some(change) => change.end = end,
            None => changes.push(SideChange {
                side,
                start: hunk.side_start - (hunk.base_start - base_start),
                end,
            }),
        }
    }
    changes.sort_by_key(|change| change.side);
    HunkGroup {
        base_start,
        base_end,
        changes,
    }
}
