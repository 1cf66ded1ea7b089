//! What things cost a CPU, nanoseconds.
//!
//! These are the only free constants of the CPU: one x86-64 core of 2009 to 2012 at about 2.5 GHz. They belong to
//! the CPU and are the same for every kernel, workload and table.

/// Copying 4 KiB between user memory and the page cache, cache-cold.
pub const COPY_PAGE: u64 = 1_500;
/// Allocating or freeing one page on the fast path.
pub const ALLOC_PAGE: u64 = 300;
/// Looking at one page in reclaim: isolate, judge, put back or free.
pub const SCAN_PAGE: u64 = 250;
/// Finding the page tables of a mapped page and unmapping it.
pub const UNMAP_PAGE: u64 = 1_500;
/// Taking a mapping's tree_lock uncontended.
pub const TREE_LOCK: u64 = 150;
/// Inserting a page into a mapping, the round of its tree_lock included. An assumption.
pub const INSERT_PAGE: u64 = 400;
/// Removing one page from a mapping, the round of its tree_lock included. An assumption.
pub const REMOVE_PAGE: u64 = 300;
/// Removing one page of a batch, list handling included; the round of tree_lock comes once a batch. An assumption.
pub const REMOVE_PAGE_OF_BATCH: u64 = 200;
/// Building a request and passing it to a queue.
pub const SUBMIT_REQUEST: u64 = 5_000;
/// Readying one page for writeback: tag, lock, bio vector.
pub const WRITE_PAGE: u64 = 500;
/// Completing the I/O of one page.
pub const END_PAGE_IO: u64 = 200;
/// A page fault without I/O, clearing a page included.
pub const FAULT: u64 = 1_200;
/// Entering and leaving a system call.
pub const SYSCALL: u64 = 300;
/// Switching a CPU to another task.
pub const CONTEXT_SWITCH: u64 = 1_500;
/// One side of a fuse request, beside copying and switching: device file, header, wake-up.
pub const FUSE_REQUEST: u64 = 3_000;
/// What ntfs-3g computes for one write request, beside its system calls: path, attribute, runlist, record. An
/// assumption: requests of 4 KiB make it processor-bound at some tens of MB/s.
pub const NTFS_3G_REQUEST: u64 = 50_000;
/// One turn of a reclaim or writeback loop that finds nothing to do.
pub const EMPTY_TURN: u64 = 1_000;
