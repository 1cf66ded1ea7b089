//! A machine with one zone, one CPU and pages placed by hand.

use std::cell::{RefCell, RefMut};
use std::collections::BTreeMap;
use std::rc::Rc;

use reclaim_engine::build;
use reclaim_engine::kernel::presets::Preset;
use reclaim_engine::kernel::rules::Rules;
use reclaim_engine::mechanism::{Mechanism, Switches};
use reclaim_engine::mm::page::Pfn;
use reclaim_engine::mm::page_cache::MappingId;
use reclaim_engine::mm::vmscan::inactive::shrink_inactive_list;
use reclaim_engine::mm::vmscan::scan_control::ScanControl;
use reclaim_engine::mm::zone::Lru;
use reclaim_engine::observer::vmstat::Counter;
use reclaim_engine::observer::watched::Watched;
use reclaim_engine::scenario::{Scenario, read};
use reclaim_engine::sched::task::{Task, TaskKind};

use super::drawing;
use super::executor::TaskFuture;

/// One millisecond, nanoseconds.
pub const MS: u64 = 1_000_000;

/// The reclaimer: kswapd or direct reclaim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    Direct,
    Kswapd,
}

impl Who {
    /// Returns a scan control at a priority.
    pub fn control(self, priority: u32) -> ScanControl {
        let control = match self {
            Who::Direct => ScanControl::direct(reclaim_engine::mm::gfp::Gfp::USER),
            Who::Kswapd => ScanControl::kswapd(),
        };
        ScanControl {
            priority,
            ..control
        }
    }
}

/// Returns the changes that every scan makes: `who` scans `looked_at` pages and frees `freed` of them to the per-CPU
/// list.
pub fn scan(who: Who, looked_at: u64, freed: u64) -> String {
    let (scan, steal) = match who {
        Who::Direct => ("pgscan_direct", "pgsteal_direct"),
        Who::Kswapd => ("pgscan_kswapd", "kswapd_steal"),
    };
    format!(
        "{scan} {looked_at}, scanned_file {looked_at}, pages_scanned {looked_at}, pgsteal {freed}, {steal} {freed}, \
         pgfree {freed}, pcp {freed}, tree_lock_rounds {freed}"
    )
}

/// A small machine for tests.
pub struct Lab {
    pub(super) machine: Rc<RefCell<Watched>>,
    pub(super) futures: Vec<Option<TaskFuture>>,
    pub(super) names: BTreeMap<String, Pfn>,
    before: BTreeMap<&'static str, i64>,
    /// The file of the drawn pages.
    pub file: MappingId,
    pub(super) next_index: u32,
}

/// The large zone of the 256M machine, without the small zone but with the same watermarks: min 469, low 586, high 703.
/// Its per-CPU lists have a batch of 15 and a high mark of 90.
pub const ZONES_256M: &[(&str, u64)] = &[("DMA32", 59_000)];
/// The value of min_free_kbytes with which this zone alone has a min watermark of 469 pages, kB.
const MIN_FREE_256M: u64 = 469 * 4;

impl Lab {
    /// Makes a machine with the rules and mechanisms of a preset.
    pub fn new(kernel: &str) -> Self {
        Self::with_zones(kernel, ZONES_256M, 1)
    }

    /// Makes a machine with other zones and CPUs.
    pub fn with_zones(kernel: &str, zones: &[(&str, u64)], cpus: u32) -> Self {
        Self::with_disk(kernel, zones, cpus, "ext2", 1)
    }

    /// Makes a machine with a filesystem, and with a disk that takes `ms` milliseconds per request.
    pub fn with_disk(
        kernel: &str,
        zones: &[(&str, u64)],
        cpus: u32,
        filesystem: &str,
        ms: u32,
    ) -> Self {
        Self::of(&Self::scenario(kernel, zones, cpus, filesystem, ms))
    }

    /// Returns the scenario of [`Lab::with_disk`].
    pub fn scenario(
        kernel: &str,
        zones: &[(&str, u64)],
        cpus: u32,
        filesystem: &str,
        ms: u32,
    ) -> Scenario {
        let vm = if zones == ZONES_256M {
            format!(r#"{{"min_free_kbytes":{MIN_FREE_256M}}}"#)
        } else {
            "{}".to_owned()
        };
        let zones: Vec<String> = zones
            .iter()
            .map(|(name, pages)| format!(r#"{{"name":"{name}","present_pages":{pages}}}"#))
            .collect();
        let overhead = ms * 1000;
        let text = format!(
            r#"{{"version":1,"title":"case","machine":{{"cpus":{cpus},"zones":[{}]}},"vm":{vm},
            "devices":[
              {{"name":"sda","hardware":{{"read_kb_per_s":4000000,"write_kb_per_s":4000000,"overhead_us":{overhead},
                "jitter_percent":0,"capacity_mib":65536}}}},
              {{"name":"swap","hardware":{{"read_kb_per_s":4000000,"write_kb_per_s":4000000,"overhead_us":9000,
                "jitter_percent":0,"capacity_mib":4096}}}}],
            "filesystems":[{{"name":"/","kind":"{filesystem}","device":"sda"}}],
            "workload":[],"kernel":"{kernel}"}}"#,
            zones.join(",")
        );
        read(&text).expect("a scenario")
    }

    /// Makes the machine of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        let preset = Preset::by_id(&scenario.kernel).expect("a preset");
        let mut machine = build::machine(
            scenario,
            preset,
            Switches::of(build::mechanisms(preset, scenario)),
        );
        // Only drawn pages may change in these tests, so the filesystems must not read bitmaps.
        for filesystem in 0..machine.io.filesystems().len() as u8 {
            machine.io.filesystem_mut(filesystem).metadata = None;
        }
        let file = machine.io.cache.create(0, 0, false, 0).expect("a mapping");
        let machine = Rc::new(RefCell::new(Watched::new(machine)));
        let mut lab = Self {
            machine,
            futures: Vec::new(),
            names: BTreeMap::new(),
            before: BTreeMap::new(),
            file,
            next_index: 0,
        };
        // This task is the current task while pages are placed.
        lab.add_task(Task::new("setup".into(), TaskKind::User), |_| {
            Box::pin(std::future::ready(()))
        });
        lab.mark();
        lab
    }

    /// Borrows the machine.
    pub fn m(&self) -> RefMut<'_, Watched> {
        self.machine.borrow_mut()
    }

    /// Changes the kernel's rules.
    pub fn rules(self, change: impl FnOnce(&mut Rules)) -> Self {
        change(&mut self.m().rules);
        self
    }

    /// Switches a mechanism on or off.
    pub fn switch(self, mechanism: Mechanism, on: bool) -> Self {
        self.m().on.set(mechanism, on);
        self
    }

    /// Adds a swap area of `pages` slots on a separate disk.
    pub fn swap(self, pages: u64) -> Self {
        let device = self.m().io.block.device("swap").expect("the swap disk");
        self.m().memory.swap_on(device, pages);
        self
    }

    /// Starts to count changes from the current state.
    pub fn mark(&mut self) {
        let mut m = self.machine.borrow_mut();
        m.begin_slab_caches();
        m.observer.clear_counters();
        for zone in &mut m.memory.zones {
            zone.recent_scanned = [0; 2];
            zone.recent_rotated = [0; 2];
            zone.pages_scanned = 0;
        }
        self.before = drawing::figures(&m);
    }

    /// Returns all drawn pages.
    pub fn names(&self) -> &BTreeMap<String, Pfn> {
        &self.names
    }

    /// Returns the frame of a drawn page.
    pub fn page(&self, name: &str) -> Pfn {
        self.names[name]
    }

    /// Returns a list of the highest zone as text, tail first.
    pub fn drawn(&self, lru: Lru) -> String {
        let m = self.m();
        let zone = m.memory.zones.last().expect("a zone");
        let mut pages = Vec::new();
        for pfn in zone.lru[lru as usize].from_tail(&m.memory.frames) {
            let name = self.names.iter().find(|&(_, &p)| p == pfn);
            let name = name.map_or("?", |(name, _)| name);
            let letters = drawing::letters(&m, pfn);
            let letters = letters
                .replace(if lru.is_active() { "a" } else { "\0" }, "")
                .trim()
                .to_owned();
            pages.push(if letters.is_empty() {
                name.to_owned()
            } else {
                format!("{name}({letters})")
            });
        }
        pages.join(" ")
    }

    /// Returns the length of a list of the highest zone.
    pub fn len(&self, lru: Lru) -> u64 {
        self.m().memory.zones.last().expect("a zone").size(lru)
    }

    /// Compares every counter and figure with its value at [`Lab::mark`]. A value that `text` does not name must be
    /// unchanged.
    #[track_caller]
    pub fn expect_changes(&mut self, text: &str) {
        let now = drawing::figures(&self.m());
        let changed: BTreeMap<String, i64> = now
            .iter()
            .map(|(&name, value)| (name.to_owned(), value - self.before[name]))
            .filter(|&(_, by)| by != 0)
            .collect();
        let expected = drawing::changes(text);
        for name in expected.keys() {
            assert!(now.contains_key(name.as_str()), "there is no figure {name}");
        }
        assert_eq!(changed, expected);
        self.expect_whole_zones();
        self.before = now;
    }

    /// Checks that the pages in all places of a zone add up to its present pages.
    #[track_caller]
    fn expect_whole_zones(&self) {
        let m = self.m();
        for (z, zone) in m.memory.zones.iter().enumerate() {
            let lists: u64 = Lru::ALL.iter().map(|&lru| zone.size(lru)).sum();
            let added = m.in_add_pagevecs(z);
            let held = zone.free + zone.pcp + added + zone.kernel;
            let isolated: u64 = zone.isolated.iter().sum();
            assert_eq!(held + lists + isolated, zone.present, "{}", zone.name);
        }
    }

    /// Compares inactive_file with `list`, and all changes with `text`.
    #[track_caller]
    pub fn expect(&mut self, list: &str, text: &str) {
        assert_eq!(self.drawn(Lru::InactiveFile), list);
        self.expect_changes(text);
    }

    /// Runs shrink_inactive_list on the highest zone's file list. Returns the pages freed.
    pub fn scan(&mut self, n: u64, who: Who, priority: u32) -> u64 {
        self.scan_type(n, who, priority, true).0
    }

    /// Runs shrink_inactive_list on a list of either type. Returns the pages freed and sc.nr_scanned.
    pub fn scan_type(&mut self, n: u64, who: Who, priority: u32, file: bool) -> (u64, u64) {
        let mut sc = who.control(priority);
        let z = self.m().memory.zones.len() - 1;
        self.call(move |cx| async move {
            let freed = shrink_inactive_list(&cx, z, n, file, &mut sc).await;
            (freed, sc.nr_scanned)
        })
    }

    /// Sets NR_FREE_PAGES of a zone. The remaining pages count as the kernel's.
    pub fn free(self, z: usize, pages: u64) -> Self {
        self.set_free(z, pages);
        self
    }

    /// Sets NR_FREE_PAGES of a zone while the machine is in use.
    pub fn set_free(&self, z: usize, pages: u64) {
        let mut m = self.m();
        let zone = &mut m.memory.zones[z];
        zone.kernel = zone.kernel + zone.free - pages;
        zone.free = pages;
    }

    /// Sets only the length of a list, for tests that never access its pages.
    pub fn length(self, z: usize, lru: Lru, pages: u32) -> Self {
        self.m().memory.zones[z].lru[lru as usize].len = pages;
        self
    }

    /// Returns a counter, summed over all zones.
    pub fn count(&self, counter: Counter) -> u64 {
        self.m().observed().vmstat.total(counter)
    }

    /// Empties this CPU's pagevecs.
    pub fn drain(&mut self) {
        self.m().lru_add_drain();
    }

    /// Ends the I/O of a drawn page, as the disk's interrupt does.
    pub fn end_io(&mut self, name: &str) {
        let pfn = self.page(name);
        self.m().end_page_writeback(pfn);
    }
}
