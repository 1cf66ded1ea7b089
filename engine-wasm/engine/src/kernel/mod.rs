//! Kernels: their rules and the mechanisms that each has.

pub mod presets;
pub mod rules;
mod v2_6;
mod v3;
