//! Evict once with a smaller protected part: `evict_once_ratio` (patches of April 2010 on 2.6.32, never merged).

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    requires: &[Mechanism::EvictOnce],
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::EvictOnceRatio, "evict_once_ratio")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Protect a quarter of the file pages",
    explanation: "The active file list shrinks while it holds more than a quarter of the file pages, instead of half.",
    source: "patches of April 2010 on 2.6.32, never merged",
    posting: "gorman-2010",
    kernel: "2.6.32 RFC",
    assumed: false,
};

/// Percentage of file pages that is protected: the default of the posting.
pub const PERCENT: u64 = 25;

/// The forms in which the threshold was proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As merged: active above inactive.
    OneToOne,
    /// Active above half of inactive.
    TwoToOne,
    /// Active above this percentage of active and inactive together.
    Percent(u64),
}

/// Returns the form of the threshold to use.
#[must_use]
pub fn form(on: bool) -> Form {
    if on {
        Form::Percent(PERCENT)
    } else {
        Form::OneToOne
    }
}

/// Decision point in inactive_file_is_low: whether an active list of `active` pages is too long.
#[must_use]
pub fn inactive_is_low(form: Form, active: u64, inactive: u64) -> bool {
    match form {
        Form::OneToOne => active > inactive,
        Form::TwoToOne => active > inactive / 2,
        Form::Percent(percent) => active > (active + inactive) * percent / 100,
    }
}
