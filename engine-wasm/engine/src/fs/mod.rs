//! Filesystems: where files are on the device, what ->writepage does for reclaim, and the flushers (fs/fs-writeback.c).

pub mod ext;
pub mod filesystem;
pub mod flusher;
pub mod fsync;
pub mod inode;
pub mod inode_lists;
pub mod io;
pub mod ioend;
pub mod journal;
pub mod metadata;
pub mod space;
pub mod submit;
pub mod write_cache_pages;
pub mod writepage;
pub mod xfs;
