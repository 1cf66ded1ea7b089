//! The programs that run on the machine.

pub mod barrier;
pub mod files;
pub mod fs_mark;
pub mod fuse;
pub mod hog;
pub mod lap;
pub mod simple_writeback;
