use crate::part::Cut;
use crate::step_budget::StepBudget;

/// After this many rounds a search stops looking for the shortest edit script.
const MAX_ROUNDS: usize = 256;
const UNREACHED_FORWARD: i32 = -1;
const UNREACHED_BACKWARD: i32 = i32::MAX;

pub struct MiddleCut {
    /// Counted from the start of the sequences that were searched.
    pub cut: Cut,
    /// Whether the search gave up the shortest script; the cut is then the furthest point it reached.
    pub is_capped: bool,
}

/// How far one direction has come: per diagonal the base position. A diagonal is base minus side, counted from the
/// direction's own corner; a round visits every second one from `high` to `low`.
struct Frontier {
    reach: Vec<i32>,
    low: i32,
    high: i32,
}

/// Finds a point on a shortest edit script in linear space, by Myers' search from both corners.
pub struct MiddleSearch {
    /// Where diagonal 0 stands in a frontier's list.
    centre: i32,
    forward: Frontier,
    backward: Frontier,
}

impl MiddleSearch {
    /// `tokens` is the length of the longest two sequences that will be searched, together.
    pub fn new(tokens: usize) -> Self {
        let centre = MAX_ROUNDS.min(tokens) + 2;
        let frontier = || Frontier {
            reach: vec![0; 2 * centre + 1],
            low: 0,
            high: 0,
        };
        Self {
            centre: signed(centre),
            forward: frontier(),
            backward: frontier(),
        }
    }

    /// Searches two sequences of which neither is empty, and which share neither their first nor their last token.
    pub fn search(&mut self, base: &[u32], side: &[u32], budget: &mut StepBudget) -> MiddleCut {
        let (base_length, side_length) = (signed(base.len()), signed(side.len()));
        self.forward.restart(self.centre, 0);
        self.backward.restart(self.centre, base_length);
        for _ in 0..MAX_ROUNDS {
            if budget.is_exceeded() {
                break;
            }
            let box_ends = (-side_length, base_length);
            self.forward.widen(self.centre, box_ends, UNREACHED_FORWARD);
            if let Some(cut) = self.advance(base, side, budget) {
                return MiddleCut {
                    cut,
                    is_capped: false,
                };
            }
            let box_ends = (-base_length, side_length);
            self.backward
                .widen(self.centre, box_ends, UNREACHED_BACKWARD);
            if let Some(cut) = self.retreat(base, side, budget) {
                return MiddleCut {
                    cut,
                    is_capped: false,
                };
            }
        }
        let cut = self.furthest(base_length, side_length);
        MiddleCut {
            cut,
            is_capped: true,
        }
    }

    /// One forward half of a round; returns the point where it meets the backward frontier, if it does.
    // Apart from its caller, so that what its loop needs stays in registers.
    #[inline(never)]
    fn advance(&mut self, base: &[u32], side: &[u32], budget: &mut StepBudget) -> Option<Cut> {
        let shift = signed(base.len()) - signed(side.len());
        let may_meet = shift % 2 != 0;
        let mut steps = 0;
        let centre = self.centre;
        let low = self.forward.low;
        let reach = self.forward.reach.as_mut_slice();
        let mut diagonal = self.forward.high;
        let mut above = reach[index(centre + diagonal + 1)];
        while diagonal >= low {
            let slot = index(centre + diagonal);
            let below = reach[slot - 1];
            let start = if below >= above { below + 1 } else { above };
            // The next diagonal of the round is two lower: what is below this one is above that one.
            above = below;
            let run = run_ahead(base, side, start, start - diagonal);
            let at = start + run;
            reach[slot] = at;
            steps += 1 + index(run);
            if may_meet
                && self
                    .backward
                    .reaches(centre, diagonal - shift, |reach| reach <= at)
            {
                budget.spend(steps);
                return Some(point(at, diagonal));
            }
            diagonal -= 2;
        }
        budget.spend(steps);
        None
    }

    /// One backward half of a round; returns the point where it meets the forward frontier, if it does.
    #[inline(never)]
    fn retreat(&mut self, base: &[u32], side: &[u32], budget: &mut StepBudget) -> Option<Cut> {
        let shift = signed(base.len()) - signed(side.len());
        let may_meet = shift % 2 == 0;
        let mut steps = 0;
        let centre = self.centre;
        let low = self.backward.low;
        let reach = self.backward.reach.as_mut_slice();
        let mut own = self.backward.high;
        let mut above = reach[index(centre + own + 1)];
        while own >= low {
            let slot = index(centre + own);
            let below = reach[slot - 1];
            let start = if below < above { below } else { above - 1 };
            above = below;
            let diagonal = own + shift;
            let run = run_behind(base, side, start, start - diagonal);
            let at = start - run;
            reach[slot] = at;
            steps += 1 + index(run);
            if may_meet && self.forward.reaches(centre, diagonal, |reach| at <= reach) {
                budget.spend(steps);
                return Some(point(at, diagonal));
            }
            own -= 2;
        }
        budget.spend(steps);
        None
    }

    /// The frontier point that is furthest from its own corner; the backward one when both are as far.
    fn furthest(&self, base_length: i32, side_length: i32) -> Cut {
        let mut ahead = (-1, 0, 0);
        for diagonal in self.forward.diagonals() {
            let reach = self.forward.reach[index(self.centre + diagonal)];
            let base = reach.min(base_length).min(side_length + diagonal);
            let sum = 2 * base - diagonal;
            if sum > ahead.0 {
                ahead = (sum, base, diagonal);
            }
        }
        let mut behind = (base_length + side_length + 1, base_length, 0);
        for own in self.backward.diagonals() {
            let diagonal = own + base_length - side_length;
            let reach = self.backward.reach[index(self.centre + own)];
            let base = reach.max(0).max(diagonal);
            let sum = 2 * base - diagonal;
            if sum < behind.0 {
                behind = (sum, base, diagonal);
            }
        }
        let (_, base, diagonal) = if base_length + side_length - behind.0 < ahead.0 {
            ahead
        } else {
            behind
        };
        point(base, diagonal)
    }
}

impl Frontier {
    fn restart(&mut self, centre: i32, corner: i32) {
        self.low = 0;
        self.high = 0;
        self.reach[index(centre)] = corner;
    }

    /// Adds a diagonal at each end while there is one, and gives one up where there is not.
    fn widen(&mut self, centre: i32, (least, most): (i32, i32), unreached: i32) {
        if self.low > least {
            self.low -= 1;
            self.reach[index(centre + self.low - 1)] = unreached;
        } else {
            self.low += 1;
        }
        if self.high < most {
            self.high += 1;
            self.reach[index(centre + self.high + 1)] = unreached;
        } else {
            self.high -= 1;
        }
    }

    /// Whether the diagonal is between the outermost ones and its reach passes the test.
    fn reaches(&self, centre: i32, diagonal: i32, test: impl Fn(i32) -> bool) -> bool {
        (self.low..=self.high).contains(&diagonal) && test(self.reach[index(centre + diagonal)])
    }

    /// The diagonals of the last round, in the order of the round.
    fn diagonals(&self) -> impl Iterator<Item = i32> {
        (self.low..=self.high).rev().step_by(2)
    }
}

/// How many tokens are equal from the two places on; a place may lie one past its sequence's end.
fn run_ahead(base: &[u32], side: &[u32], base_at: i32, side_at: i32) -> i32 {
    let (mut base_next, mut side_next) = (index(base_at), index(side_at));
    let mut run = 0;
    while let (Some(left), Some(right)) = (base.get(base_next), side.get(side_next))
        && left == right
    {
        base_next += 1;
        side_next += 1;
        run += 1;
    }
    run
}

/// How many tokens are equal before the two places; a place may lie one before its sequence's start.
fn run_behind(base: &[u32], side: &[u32], base_at: i32, side_at: i32) -> i32 {
    if base_at <= 0 || side_at <= 0 {
        return 0;
    }
    let (mut base, mut side) = (&base[..index(base_at)], &side[..index(side_at)]);
    let mut run = 0;
    while let ([base_rest @ .., left], [side_rest @ .., right]) = (base, side)
        && left == right
    {
        (base, side) = (base_rest, side_rest);
        run += 1;
    }
    run
}

fn point(base: i32, diagonal: i32) -> Cut {
    Cut {
        base: index(base),
        side: index(base - diagonal),
    }
}

fn signed(length: usize) -> i32 {
    i32::try_from(length).expect("sequences are shorter than 2^31 tokens")
}

/// The place in a list; a negative one is beyond the end of any.
fn index(place: i32) -> usize {
    place.cast_unsigned() as usize
}
