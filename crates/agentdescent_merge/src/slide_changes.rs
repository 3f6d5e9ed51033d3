use crate::step_budget::StepBudget;

/// Moves each run of unmatched tokens as far down as equal tokens allow, or to the last place on the way where the
/// other sequence has a run too; runs that meet become one. `partners` holds the matched positions of `ids`, with its
/// length as the last entry, and changes in place: moving a run past a token moves that token's partnership. `other`
/// holds the partners' positions in the other sequence.
pub fn slide_changes(ids: &[u32], partners: &mut [u32], other: &[u32], budget: &mut StepBudget) {
    let mut slide = Slide {
        ids,
        partners,
        other,
        steps: 0,
    };
    let mut gap = 0;
    while gap < slide.partners.len() && !budget.is_exceeded() {
        if gap_length(slide.partners, gap) > 0 {
            gap = slide.settle(gap);
            budget.spend(std::mem::take(&mut slide.steps));
        }
        gap += 1;
    }
}

/// The position after partner `gap - 1`, where gap `gap` starts.
fn gap_start(partners: &[u32], gap: usize) -> u32 {
    gap.checked_sub(1).map_or(0, |before| partners[before] + 1)
}

/// Gap `n` is what lies before partner `n`: the unmatched tokens after partner `n - 1`.
fn gap_length(partners: &[u32], gap: usize) -> u32 {
    partners[gap] - gap_start(partners, gap)
}

struct Slide<'a> {
    ids: &'a [u32],
    partners: &'a mut [u32],
    other: &'a [u32],
    steps: usize,
}

impl Slide<'_> {
    /// Slides the run in a gap to its final place, and returns the gap that it fills there.
    fn settle(&mut self, start: usize) -> usize {
        let mut gap = start;
        loop {
            let length = gap_length(self.partners, gap);
            while self.can_rise(gap) {
                gap = self.rise(gap);
            }
            let top = gap;
            let mut aligned = (gap_length(self.other, gap) > 0).then_some(gap);
            while self.can_sink(gap) {
                gap = self.sink(gap);
                if gap_length(self.other, gap) > 0 {
                    aligned = Some(gap);
                }
            }
            if length != gap_length(self.partners, gap) {
                continue;
            }
            if let Some(aligned) = aligned
                && gap > top
            {
                while gap > aligned {
                    gap = self.rise(gap);
                }
            }
            return gap;
        }
    }

    /// Whether the token before the run equals the run's last token.
    fn can_rise(&self, gap: usize) -> bool {
        let last = self.partners[gap] as usize - 1;
        gap > 0 && self.ids[self.partners[gap - 1] as usize] == self.ids[last]
    }

    fn rise(&mut self, gap: usize) -> usize {
        self.steps += 1;
        self.partners[gap - 1] = self.partners[gap] - 1;
        gap - 1
    }

    /// Whether the token after the run equals the run's first token.
    fn can_sink(&self, gap: usize) -> bool {
        let first = gap_start(self.partners, gap) as usize;
        let after = self.ids.get(self.partners[gap] as usize);
        after.is_some_and(|&after| self.ids[first] == after)
    }

    fn sink(&mut self, gap: usize) -> usize {
        self.steps += 1;
        self.partners[gap] = gap_start(self.partners, gap);
        gap + 1
    }
}
