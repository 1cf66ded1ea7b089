//! Which order kswapd balances for next, and which one it sleeps on (kswapd, read in 2.6.37 to 3.16).

use crate::kernel::rules::KswapdOrder;

/// The orders that kswapd's main loop compares.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Orders {
    /// The order to balance for.
    pub order: u8,
    /// The last request that was found (new_order).
    asked: u8,
    /// The order that the last balance_pgdat reached.
    reached: u8,
}

impl Orders {
    /// Looks for a request of a larger order. Returns the order to sleep on if there is none.
    pub fn look(&mut self, form: KswapdOrder, max_order: &mut u8) -> Option<u8> {
        let looks = match form {
            KswapdOrder::Requested | KswapdOrder::Reached => true,
            KswapdOrder::ReachedLast => self.order == self.asked,
            KswapdOrder::Apart => self.reached == self.asked,
        };
        if looks {
            self.asked = std::mem::take(max_order);
        }
        if self.order < self.asked {
            self.order = self.asked;
            return None;
        }
        Some(match form {
            KswapdOrder::Apart => self.reached,
            _ => self.order,
        })
    }

    /// Takes the request that ended the sleep.
    pub fn wake(&mut self, form: KswapdOrder, max_order: &mut u8) {
        self.order = *max_order;
        if form == KswapdOrder::Apart {
            self.asked = self.order;
        }
        if form != KswapdOrder::Requested {
            *max_order = 0;
        }
    }

    /// Notes the result of balance_pgdat.
    pub fn balanced(&mut self, form: KswapdOrder, reached: u8) {
        self.reached = reached;
        if matches!(form, KswapdOrder::Reached | KswapdOrder::ReachedLast) {
            self.order = reached;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A request of order 2 wakes kswapd, which gives up on it. Returns what the main loop does next: the order to sleep
    /// on, or `None` if it balances again.
    fn after_giving_up(form: KswapdOrder) -> Option<u8> {
        let mut orders = Orders::default();
        let mut max_order = 0;
        assert_eq!(orders.look(form, &mut max_order), Some(0));
        max_order = 2;
        orders.wake(form, &mut max_order);
        assert_eq!(orders.order, 2);
        orders.balanced(form, 0);
        orders.look(form, &mut max_order)
    }

    #[test]
    fn one_request_balances_once() {
        assert_eq!(after_giving_up(KswapdOrder::Requested), Some(2));
        for form in [
            KswapdOrder::Reached,
            KswapdOrder::ReachedLast,
            KswapdOrder::Apart,
        ] {
            assert_eq!(after_giving_up(form), Some(0), "{form:?}");
        }
    }

    #[test]
    fn a_request_that_failed_is_not_repeated_at_once_from_3_2_on() {
        for (form, balances_again) in [(KswapdOrder::Reached, true), (KswapdOrder::Apart, false)] {
            let mut orders = Orders::default();
            let mut max_order = 2;
            assert_eq!(orders.look(form, &mut max_order), None);
            orders.balanced(form, 0);
            max_order = 2;
            let sleeps = orders.look(form, &mut max_order);
            assert_eq!(sleeps.is_none(), balances_again, "{form:?}");
        }
    }
}
