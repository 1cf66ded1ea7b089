//! The swap token: the address space that has it keeps its pages while it is in a page fault, so that at least one
//! process makes progress when several thrash (mm/thrash.c, page_referenced_one; 2.6.29 to 3.4, removed by "mm: remove
//! swap token code").

use crate::kernel::rules::SwapTokenAge;
use crate::sched::task::TaskId;

/// Faults after which a holder's priority is halved (TOKEN_AGING_INTERVAL).
const AGING_INTERVAL: u32 = 0xff;
/// Priority that a new holder gains, and that a holder gains at each further fault.
const BOOST: u32 = 2;

/// The record of one address space. `grab` uses these records to decide which space gets the token.
#[derive(Clone, Copy, Debug, Default)]
struct Contender {
    /// Priority (token_priority).
    priority: u32,
    /// Value of `SwapToken::faults` at its last fault (faultstamp).
    last_fault: u32,
    /// Faults of all address spaces between its last two faults (last_interval).
    last_interval: u32,
    /// The task that holds mmap_sem of the address space in a page fault.
    in_fault: Option<TaskId>,
}

/// The holder of the token, and the records of all address spaces.
#[derive(Clone, Debug, Default)]
pub struct SwapToken {
    /// The address space that has the token (swap_token_mm).
    holder: Option<u16>,
    /// Faults on pages that had to be read from swap (global_faults).
    faults: u32,
    /// Value of `faults` when the holder's priority was last halved, or when another address space last got the token
    /// (last_aging).
    aged_at: u32,
    /// Records by address space.
    contenders: Vec<Contender>,
}

impl SwapToken {
    fn contender(&mut self, space: u16) -> &mut Contender {
        let at = usize::from(space);
        if at >= self.contenders.len() {
            self.contenders.resize(at + 1, Contender::default());
        }
        &mut self.contenders[at]
    }

    /// grab_swap_token: called when an address space is about to read one of its pages from swap. May give it the
    /// token.
    pub fn grab(&mut self, space: u16, age: SwapTokenAge) {
        if age == SwapTokenAge::NoToken {
            return;
        }
        self.faults += 1;
        let faults = self.faults;
        let interval = faults - self.contender(space).last_fault;
        match self.holder {
            None => self.take(space),
            Some(holder) => {
                if age == SwapTokenAge::Halved && faults - self.aged_at > AGING_INTERVAL {
                    self.contender(holder).priority /= 2;
                    self.aged_at = faults;
                }
                let least = self.contender(holder).priority;
                let asking = self.contender(space);
                if holder == space {
                    asking.priority += BOOST;
                } else if interval < asking.last_interval {
                    asking.priority += 1;
                } else {
                    asking.priority = asking.priority.saturating_sub(1);
                }
                if holder != space && asking.priority > least {
                    self.take(space);
                }
            }
        }
        let asking = self.contender(space);
        asking.last_fault = faults;
        asking.last_interval = interval;
    }

    fn take(&mut self, space: u16) {
        self.contender(space).priority += BOOST;
        self.holder = Some(space);
        self.aged_at = self.faults;
    }

    /// disable_swap_token: takes the token away from its holder. Reclaim at priority 0 calls it.
    pub fn disable(&mut self) {
        self.holder = None;
    }

    /// Forgets an address space that ends (mmput).
    pub fn put(&mut self, space: u16) {
        if self.holder == Some(space) {
            self.holder = None;
        }
        *self.contender(space) = Contender::default();
    }

    /// Notes that a task takes mmap_sem of an address space for a page fault that has to wait.
    pub fn fault_begins(&mut self, space: u16, task: TaskId) {
        self.contender(space).in_fault = Some(task);
    }

    /// Notes that the task releases mmap_sem.
    pub fn fault_ends(&mut self, space: u16) {
        self.contender(space).in_fault = None;
    }

    /// Returns whether any address space has the token.
    #[inline]
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.holder.is_some()
    }

    /// Returns whether `space` has the token and is in a page fault of a task other than `from`.
    #[must_use]
    pub fn protects(&self, space: u16, from: TaskId) -> bool {
        self.holder == Some(space)
            && self.contenders[usize::from(space)]
                .in_fault
                .is_some_and(|task| task != from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AGE: SwapTokenAge = SwapTokenAge::Halved;

    fn kept(token: &SwapToken, space: u16) -> bool {
        token.protects(space, 0)
    }

    fn contended() -> SwapToken {
        let mut token = SwapToken::default();
        for space in 0..2 {
            token.fault_begins(space, 7);
        }
        token
    }

    #[test]
    fn the_first_to_ask_has_it_while_in_a_fault() {
        let mut token = contended();
        assert!(!kept(&token, 0));
        token.grab(0, AGE);
        assert!(kept(&token, 0) && !kept(&token, 1));
        assert!(!token.protects(0, 7), "its own reclaim");
        token.fault_ends(0);
        assert!(!kept(&token, 0));
    }

    #[test]
    fn who_faults_ever_more_often_gets_it() {
        let mut token = contended();
        token.grab(0, AGE);
        token.grab(1, AGE);
        // The space's first interval was the longest. Each later one is shorter than the one before; otherwise the
        // space would lose priority.
        for faults in [5, 4, 3, 2] {
            for _ in 1..faults {
                token.grab(2, AGE);
            }
            assert!(!kept(&token, 1));
            token.grab(1, AGE);
        }
        assert!(kept(&token, 1));
    }

    #[test]
    fn a_holder_that_comes_again_keeps_it_but_ages() {
        let mut token = contended();
        for _ in 0..100 {
            token.grab(0, AGE);
        }
        assert_eq!(token.contenders[0].priority, 200);
        for _ in 0..=AGING_INTERVAL {
            token.grab(1, AGE);
        }
        assert_eq!(token.contenders[0].priority, 100);
        let mut old = token.clone();
        for _ in 0..=AGING_INTERVAL {
            old.grab(1, SwapTokenAge::Kept);
        }
        assert_eq!(old.contenders[0].priority, 100);
    }

    #[test]
    fn the_last_priority_and_the_end_of_the_process_take_it_away() {
        let mut token = contended();
        token.grab(0, AGE);
        token.disable();
        assert!(!kept(&token, 0));
        token.grab(1, AGE);
        assert!(kept(&token, 1));
        token.put(1);
        assert!(!kept(&token, 1));
        token.grab(0, SwapTokenAge::NoToken);
        assert!(!kept(&token, 0), "3.5 and later have none");
    }
}
