//! Measures of a device: how busy it was, and how it spent its time.

use reclaim_engine::report::DeviceReport;

/// Names of the measures.
pub const NAMES: [&str; 10] = [
    "busy_percent",
    "idle_percent",
    "read_mb",
    "written_mb",
    "writes",
    "single_page_writes",
    "mean_write_kb",
    "positioning_seconds",
    "transfer_seconds",
    "copying_seconds",
];

/// Size of a block, bytes.
const BLOCK: f64 = 4_096.0;

/// Returns whether there is such a measure.
pub fn exists(name: &str) -> bool {
    NAMES.contains(&name)
}

/// Returns the value for a run of this length; `None` if there was nothing to measure.
pub fn value(device: &DeviceReport, elapsed_ns: u64, name: &str) -> Option<f64> {
    let whole = elapsed_ns.saturating_mul(device.queues) as f64;
    // `busy_ns` counts completed requests only, without those that are still in service when the workload ends.
    let busy = (device.busy_ns as f64 * 100.0 / whole.max(1.0)).min(100.0);
    let written = device.blocks_written as f64 * BLOCK;
    Some(match name {
        "busy_percent" => busy,
        "idle_percent" => 100.0 - busy,
        "read_mb" => device.blocks_read as f64 * BLOCK / 1e6,
        "written_mb" => written / 1e6,
        "writes" => device.writes as f64,
        "single_page_writes" => device.single_block_writes as f64,
        "mean_write_kb" if device.writes == 0 => return None,
        "mean_write_kb" => written / 1_024.0 / device.writes as f64,
        "positioning_seconds" => device.positioning_ns as f64 / 1e9,
        "transfer_seconds" => device.transfer_ns as f64 / 1e9,
        "copying_seconds" => device.copying_ns as f64 / 1e9,
        _ => return None,
    })
}
