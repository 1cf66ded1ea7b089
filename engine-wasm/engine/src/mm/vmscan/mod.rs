//! Page reclaim (mm/vmscan.c).

pub mod active;
pub mod direct;
pub mod inactive;
pub mod judge;
pub mod lumpy;
mod neighbours;
pub mod page_list;
pub mod pageout;
pub mod references;
pub mod reserves;
pub mod scan_control;
pub mod scan_count;
pub mod shrink_zone;
