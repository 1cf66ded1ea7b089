//! The programs that run on the machine.

pub mod barrier;
pub mod desktop;
pub mod ext2_metadata;
pub mod files;
pub mod fs_mark;
pub mod fuse;
pub mod hog;
pub mod iozone;
pub mod kernel_build;
pub mod lap;
pub mod mmap_stream;
pub mod popular_reads;
pub mod pty;
pub mod round_robin;
pub mod simple_writeback;
pub mod take_blocks;
pub mod zipf;
