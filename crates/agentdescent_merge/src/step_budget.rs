/// Counts the work of one merge in steps, so that a limit falls at the same place on every machine.
pub struct StepBudget {
    limit: u64,
    spent: u64,
}

impl StepBudget {
    pub const fn new(limit: u64) -> Self {
        Self { limit, spent: 0 }
    }

    pub const fn spent(&self) -> u64 {
        self.spent
    }

    pub const fn is_exceeded(&self) -> bool {
        self.spent > self.limit
    }

    pub const fn spend(&mut self, steps: usize) {
        self.spent += steps as u64;
    }
}
