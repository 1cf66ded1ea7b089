//! Memory management, laid out as in the kernel's mm/.

pub mod anon;
pub mod backing_dev;
pub mod balance_dirty;
pub mod buddy;
pub mod dirty;
pub mod filemap;
pub mod kswapd;
pub mod list;
pub mod migratetype;
pub mod mmap;
pub mod new_pages;
pub mod page;
pub mod page_alloc;
pub mod page_cache;
pub mod page_io;
pub mod page_writeback;
pub mod pagevec;
pub mod readahead;
pub mod slab;
pub mod slow_path;
pub mod swap;
pub mod tree_lock;
pub mod truncate;
pub mod vmscan;
pub mod zone;
pub mod zone_pressure;
