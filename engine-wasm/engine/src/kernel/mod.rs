//! Kernels: the rules and the mechanisms of each one.

mod balance_dirty;
mod balance_pgdat;
pub mod presets;
pub mod rules;
mod v2_6;
mod v3;

use crate::mechanism::MechanismSet;
use rules::Rules;

/// The rules of a released kernel, and the mechanisms that are on in it.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The kernel's rules.
    pub rules: Rules,
    /// Mechanisms that are on.
    pub mechanisms: MechanismSet,
}
