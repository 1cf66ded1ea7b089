//! Checks that the engine does what the model of Linux page reclaim says. The cases were worked out by hand from the
//! kernel's decision tables, one file per subject.
//!
//! Lists are drawn from the tail to the head, `A(d) B C(d r)`. Every counter that a case does not name must stay
//! unchanged.

mod drawing;
mod executor;
mod lab;
mod placing;

mod accessed;
mod alloc_fairness;
mod allocator;
mod batch_remove_mapping;
mod congestion;
mod decision_order;
mod decisions_30;
mod decisions_32;
mod direct;
mod evict_once;
mod fallthrough;
mod flusher;
mod frames;
mod instant_free;
mod invariants;
mod ioend;
mod kernel_310;
mod kernel_316;
mod kswapd;
mod lumpy;
mod mapped_files;
mod metadata;
mod pageout;
mod per_zone_dirty;
mod per_zone_dirty_rfc;
mod programs;
mod pty;
mod putback;
mod resident;
mod rotation;
mod scan_counts;
mod scheduler;
mod slub;
mod switching;
mod throttling;
mod userland;
mod versions;
mod wait_class;
mod workingset;
mod writeback_series;
mod zone_flags_v311;
mod zone_pressure;
