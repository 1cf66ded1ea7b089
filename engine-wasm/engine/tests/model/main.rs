//! The engine does what the model of Linux page reclaim says: cases worked out by hand from the kernel's decision
//! tables, one file a subject.
//!
//! Lists are drawn from the tail to the head, `A(d) B C(d r)`; every counter that a case does not name must stay as
//! it was.

mod drawing;
mod executor;
mod lab;

mod accessed;
mod allocator;
mod congestion;
mod decisions_30;
mod decisions_32;
mod evict_once;
mod instant_free;
mod pageout;
mod putback;
mod rotation;
mod scan_counts;
mod writeback_series;
