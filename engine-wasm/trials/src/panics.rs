//! Turns panics of the engine into faults.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::fault::{Fault, Kind};

thread_local! {
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Installs a panic hook for the whole process that records the place of a panic and prints nothing.
pub fn silence() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        PLACE.with(|noted| *noted.borrow_mut() = place);
    }));
}

/// Calls `run`, and turns a panic into a fault.
pub(crate) fn caught<T>(run: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        let place = PLACE.with(|noted| noted.borrow_mut().take());
        let place = place.map_or_else(String::new, |place| format!(" at {place}"));
        let text = text.unwrap_or("without a message");
        Err(Fault::new(Kind::Panic, format!("panic{place}: {text}")))
    })
}
