// Made from the Rust types; do not edit.

/**
 * One experiment: a machine, a kernel, what runs on it and for how long.
 */
export type Scenario = { 
/**
 * Version of the document; 1 today.
 */
version: number, 
/**
 * Title that a person reads.
 */
title: string, 
/**
 * What the experiment is about, in a sentence or two.
 */
description?: string, 
/**
 * RAM, CPUs and zones.
 */
machine: Machine, 
/**
 * The vm.* knobs; what is absent takes the kernel's default.
 */
vm?: VmKnobs, 
/**
 * Block devices.
 */
devices: Array<Device>, 
/**
 * Filesystems on the devices.
 */
filesystems: Array<Filesystem>, 
/**
 * The swap area, if there is one.
 */
swap?: Swap | null, 
/**
 * What runs, in the order in which task ids are given out.
 */
workload: Array<Workload>, 
/**
 * Kernel preset, such as `3.0`; `reclaim list` names them.
 */
kernel: string, 
/**
 * Mechanisms switched against the preset, by id.
 */
mechanisms?: { [key in string]: boolean }, 
/**
 * Mechanisms switched while it runs.
 */
interventions?: Array<Intervention>, 
/**
 * The kernel that this one is compared with (lane B); the engine itself runs one lane.
 */
against?: Lane | null, 
/**
 * Seed of the generator.
 */
seed: number, 
/**
 * Virtual time at which the run ends even if the workload is not done, in milliseconds; absent: when it is done.
 */
until_ms?: number | null, 
/**
 * Divides RAM and every size in the workload; 1 is full size.
 */
scale?: number, };

/**
 * The swap area.
 */
export type Swap = { 
/**
 * The device it lies on.
 */
device: string, 
/**
 * Slots of one page.
 */
pages: number, };

/**
 * The vm.* knobs. Absent: the default of the kernel preset.
 */
export type VmKnobs = { 
/**
 * vm.dirty_ratio, percent.
 */
dirty_ratio?: number | null, 
/**
 * vm.dirty_background_ratio, percent.
 */
dirty_background_ratio?: number | null, 
/**
 * vm.dirty_bytes; takes the place of dirty_ratio.
 */
dirty_bytes?: number | null, 
/**
 * vm.dirty_background_bytes; takes the place of dirty_background_ratio.
 */
dirty_background_bytes?: number | null, 
/**
 * vm.dirty_expire_centisecs.
 */
dirty_expire_centisecs?: number | null, 
/**
 * vm.dirty_writeback_centisecs; 0 switches periodic writeback off.
 */
dirty_writeback_centisecs?: number | null, 
/**
 * vm.swappiness, 0 to 100.
 */
swappiness?: number | null, 
/**
 * vm.min_free_kbytes; absent: computed from RAM as the kernel does.
 */
min_free_kbytes?: number | null, 
/**
 * vm.page-cluster: swap-in reads 2^n slots.
 */
page_cluster?: number | null, 
/**
 * read_ahead_kb of every device.
 */
read_ahead_kb?: number | null, };

/**
 * Something that runs.
 */
export type Workload = { 
/**
 * Name of its tasks, such as `dd`.
 */
name: string, 
/**
 * Virtual time at which it starts, milliseconds.
 */
start_ms?: number, 
/**
 * Whether the run goes on until this is done; false for background noise.
 */
awaited?: boolean, 
/**
 * What it does.
 */
run: Program, };

/**
 * The programs.
 */
export type Program = { "program": "write_file", 
/**
 * Filesystem name.
 */
filesystem: string, 
/**
 * Concurrent writers.
 */
tasks: number, 
/**
 * Size of each file, kB (1,024 bytes).
 */
file_kb: number, 
/**
 * Size of each write() call, kB.
 */
call_kb: number, 
/**
 * Passes over the file.
 */
passes: number, } | { "program": "read_file", 
/**
 * Filesystem name.
 */
filesystem: string, 
/**
 * Concurrent readers.
 */
tasks: number, 
/**
 * Size of each file, kB.
 */
file_kb: number, 
/**
 * Size of each read() call, kB.
 */
call_kb: number, 
/**
 * Passes over the file.
 */
passes: number, } | { "program": "anon_hog", 
/**
 * Memory, kB.
 */
size_kb: number, 
/**
 * Pause after each pass, milliseconds.
 */
pause_ms: number, 
/**
 * How long, milliseconds.
 */
run_ms: number, } | { "program": "fs_mark", 
/**
 * Filesystem name.
 */
filesystem: string, 
/**
 * Threads, each in a directory of its own.
 */
threads: number, 
/**
 * Files that each thread writes per loop.
 */
files_per_thread: number, 
/**
 * Size of a file, kB.
 */
file_kb: number, 
/**
 * Size of a write() call, kB.
 */
call_kb: number, 
/**
 * Loops.
 */
loops: number, } | { "program": "simple_writeback", 
/**
 * Filesystem name.
 */
filesystem: string, 
/**
 * Jobs of the first step.
 */
first_jobs: number, 
/**
 * Steps; each doubles the jobs.
 */
steps: number, 
/**
 * Data of a step over all jobs, kB.
 */
total_kb: number, 
/**
 * Size of a write() call, kB.
 */
call_kb: number, };

/**
 * A kernel with its switches: what differs between the two lanes of a comparison.
 */
export type Lane = { 
/**
 * Kernel preset.
 */
kernel: string, 
/**
 * Mechanisms switched against the preset, by id.
 */
mechanisms?: { [key in string]: boolean }, 
/**
 * Mechanisms switched while it runs.
 */
interventions?: Array<Intervention>, };

/**
 * A mechanism switched at a moment.
 */
export type Intervention = { 
/**
 * Virtual time, nanoseconds: the first event at or after it sees the switch.
 */
at_ns: number, 
/**
 * Mechanism id.
 */
mechanism: string, 
/**
 * On or off.
 */
on: boolean, };

/**
 * A mounted filesystem.
 */
export type Filesystem = { 
/**
 * Name by which workloads refer to it, such as `/mnt`.
 */
name: string, 
/**
 * What ->writepage does and how files lie on the disk.
 */
kind: FilesystemKind, 
/**
 * The device it lies on.
 */
device: string, };

/**
 * The filesystems whose answers to reclaim the model knows.
 */
export type FilesystemKind = "ext2" | "ext3" | "ext4" | "xfs" | "btrfs" | "block_device" | "fuse_ntfs";

/**
 * The machine.
 */
export type Machine = { 
/**
 * Number of CPUs.
 */
cpus: number, 
/**
 * Timer ticks a second (CONFIG_HZ).
 */
hz: number, 
/**
 * Zones from the lowest address up.
 */
zones: Array<Zone>, 
/**
 * Pages in use before the workload starts.
 */
resident: Resident, };

/**
 * One memory zone.
 */
export type Zone = { 
/**
 * `DMA`, `DMA32`, `Normal` or another name.
 */
name: string, 
/**
 * Present pages of 4 KiB: holes and the memory map are not among them.
 */
present_pages: number, 
/**
 * Divisor of the pages above this zone that it keeps from higher requests (lowmem_reserve_ratio).
 */
lowmem_reserve_ratio: number, };

/**
 * Pages that are in use before the workload starts; spread over the zones as an ordinary allocation would.
 */
export type Resident = { 
/**
 * Kernel and slab, on no list.
 */
kernel_pages: number, 
/**
 * Anonymous pages of userland, on active_anon.
 */
anon_pages: number, 
/**
 * File pages of userland that were used more than once, on active_file.
 */
active_file_pages: number, 
/**
 * File pages of userland that were used once, on inactive_file.
 */
inactive_file_pages: number, 
/**
 * Pages that no reclaimer may take.
 */
unevictable_pages: number, 
/**
 * Objects in the inode and dentry caches, which slab shrinking scans.
 */
slab_objects: number, };

/**
 * A block device.
 */
export type Device = { 
/**
 * Name by which filesystems and swap refer to it, such as `sdb`.
 */
name: string, 
/**
 * A model that the engine knows, or its own figures.
 */
hardware: Hardware, };

/**
 * A named device model, or the figures of one.
 */
export type Hardware = string | DeviceFigures;

/**
 * What a device can do. A request takes overhead, a seek and half a rotation when it does not follow on from the
 * one before, and its bytes at the rate.
 */
export type DeviceFigures = { 
/**
 * Sequential read rate, kB (1,000 bytes) a second.
 */
read_kb_per_s: number, 
/**
 * Sequential write rate, kB (1,000 bytes) a second.
 */
write_kb_per_s: number, 
/**
 * Fixed cost of a request, microseconds.
 */
overhead_us: number, 
/**
 * Shortest seek, microseconds.
 */
seek_min_us: number, 
/**
 * Seek over the whole span, microseconds.
 */
seek_max_us: number, 
/**
 * Half a rotation, microseconds.
 */
half_rotation_us: number, 
/**
 * A write smaller than this that does not follow on costs `small_write_extra_us` more, kB (1,024 bytes).
 */
small_write_kb: number, 
/**
 * Extra cost of such a write (erase block read, changed and written), microseconds.
 */
small_write_extra_us: number, 
/**
 * Writes of a thousand that stall.
 */
stall_per_mille: number, 
/**
 * How long such a stall lasts, microseconds.
 */
stall_us: number, 
/**
 * Spread of service times to either side, percent.
 */
jitter_percent: number, 
/**
 * Size, MiB.
 */
capacity_mib: number, 
/**
 * Requests served at once.
 */
in_flight: number, 
/**
 * Requests of a class that the queue holds (nr_requests).
 */
nr_requests: number, 
/**
 * Largest request after merging, kB (max_sectors_kb).
 */
max_request_kb: number, 
/**
 * Disks in a RAID-0 of such devices; 1 is a plain device.
 */
members: number, 
/**
 * RAID-0 chunk, kB.
 */
chunk_kb: number, };

/**
 * One thing that is wrong with a scenario or a link.
 */
export type Problem = { 
/**
 * Where, such as `machine.zones[0].present_pages`; `document` or `link` for the whole of it.
 */
field: string, 
/**
 * What is wrong, as a sentence.
 */
problem: string, 
/**
 * How to mend it, as a sentence.
 */
mend: string, };
