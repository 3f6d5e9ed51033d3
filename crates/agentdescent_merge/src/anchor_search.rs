use crate::part::{Cut, Part};
use crate::step_budget::StepBudget;

/// Finds the tokens that each side of a part holds once, and of them the longest chain in the order of both sides.
pub struct AnchorSearch {
    id_count: usize,
    base: UniquePlaces,
    side: UniquePlaces,
}

impl AnchorSearch {
    pub fn new(id_count: usize) -> Self {
        Self {
            id_count,
            base: UniquePlaces::default(),
            side: UniquePlaces::default(),
        }
    }

    /// Returns the chain in order; it is empty when the sides of the part share no token that is unique in both.
    pub fn search(
        &mut self,
        base: &[u32],
        side: &[u32],
        part: &Part,
        budget: &mut StepBudget,
    ) -> Vec<Cut> {
        budget.spend(part.base_end - part.base_start + part.side_end - part.side_start);
        self.base
            .fill(base, part.base_start..part.base_end, self.id_count);
        self.side
            .fill(side, part.side_start..part.side_end, self.id_count);
        let pairs: Vec<Cut> = (part.base_start..part.base_end)
            .filter(|&at| self.base.of(base[at]) == Some(at))
            .filter_map(|at| {
                let side = self.side.of(base[at])?;
                Some(Cut { base: at, side })
            })
            .collect();
        longest_chain(&pairs)
    }
}

#[derive(Clone, Copy, Default)]
struct Place {
    filling: u32,
    /// None when the range holds the id more than once.
    at: Option<usize>,
}

/// Per id, where it stands in a range that holds it once; cheap to fill again.
#[derive(Default)]
struct UniquePlaces {
    places: Vec<Place>,
    filling: u32,
}

impl UniquePlaces {
    fn fill(&mut self, ids: &[u32], range: std::ops::Range<usize>, id_count: usize) {
        self.places.resize(id_count, Place::default());
        self.filling += 1;
        for at in range {
            let place = &mut self.places[ids[at] as usize];
            place.at = (place.filling != self.filling).then_some(at);
            place.filling = self.filling;
        }
    }

    /// The place of the id, or none when the range holds it never or more than once.
    fn of(&self, id: u32) -> Option<usize> {
        let place = self.places[id as usize];
        place.at.filter(|_| place.filling == self.filling)
    }
}

/// Returns a longest subsequence whose side positions rise. Patience: each pair, in order, goes on the leftmost pile
/// whose top is not before it, and remembers the top of the pile to its left; the chain is read from the last top.
fn longest_chain(pairs: &[Cut]) -> Vec<Cut> {
    let mut tops: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, pair) in pairs.iter().enumerate() {
        let pile = tops.partition_point(|&top| pairs[top].side < pair.side);
        previous.push(pile.checked_sub(1).map(|left| tops[left]));
        match tops.get_mut(pile) {
            Some(top) => *top = index,
            None => tops.push(index),
        }
    }
    let mut chain = Vec::with_capacity(tops.len());
    let mut next = tops.last().copied();
    while let Some(index) = next {
        chain.push(pairs[index]);
        next = previous[index];
    }
    chain.reverse();
    chain
}
