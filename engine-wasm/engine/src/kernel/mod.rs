//! Kernels: their rules and the mechanisms that each has.

pub mod presets;
pub mod rules;
