//! A panic of the engine is a fault like any other.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::fault::{Fault, Kind};

thread_local! {
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Panics are noted with their place instead of being printed, in the whole process and from now on.
pub fn silence() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        PLACE.with(|noted| *noted.borrow_mut() = place);
    }));
}

/// The answer of `run`; a panic is a fault.
pub(crate) fn caught<T>(run: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        let place = PLACE.with(|noted| noted.borrow_mut().take());
        let place = place.map_or_else(String::new, |place| format!(" at {place}"));
        let text = text.unwrap_or("without words");
        Err(Fault::new(Kind::Panic, format!("panic{place}: {text}")))
    })
}
