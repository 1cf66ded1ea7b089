//! The engine's reports to the observer: about pages, about writes by reclaim, and about laps.

use crate::machine::Machine;
use crate::mm::page::Pfn;
use crate::mm::vmscan::scan_control::ScanControl;
use crate::mm::zone::{Lru, ZoneId};
use crate::observer::pageout_log::{FIGURES, KEPT_ENTRIES, PageoutEntry};
use crate::observer::trace::{By, Decision, Reason};
use crate::observer::vmstat::{COUNTERS, Counter};
use crate::sched::task::{TaskId, TaskKind};
use crate::workload::lap::Lap;

impl Machine {
    /// Whether events of pages are recorded page by page. They are if any page is followed, or if a record is kept.
    #[inline]
    #[must_use]
    pub fn notes_pages(&self) -> bool {
        self.observer.seen.trace.has_followers() || self.is_recorded()
    }

    /// Records what reclaim decided about a page, while tracing is on.
    #[inline(always)]
    pub fn note_decision(&mut self, pfn: Pfn, sc: &ScanControl, reason: Reason) {
        if self.observer.seen.trace.is_on() {
            self.note_decision_in(pfn, sc, reason);
        }
    }

    // A separate function, so that its code is not repeated in each of the many places that decide.
    #[inline(never)]
    fn note_decision_in(&mut self, pfn: Pfn, sc: &ScanControl, reason: Reason) {
        let decision = self.decision(pfn, sc, reason);
        self.observer.seen.trace.note(decision);
    }

    fn decision(&self, pfn: Pfn, sc: &ScanControl, reason: Reason) -> Decision {
        Decision {
            at: self.now(),
            pfn,
            by: sc.by(),
            task: self.sched.current() as u16,
            priority: sc.priority as u8,
            reason,
        }
    }

    /// Records the same decision about each of these pages, while tracing is on. Call it only while no page is
    /// followed.
    pub fn note_decisions(&mut self, pages: &[Pfn], sc: &ScanControl, reason: Reason) {
        if self.observer.seen.trace.is_on() {
            let decision = self.decision(pages[0], sc, reason);
            self.observer.seen.trace.note_each(pages, decision);
        }
    }

    /// Records what was decided about a page at the end of its I/O, while tracing is on.
    pub fn note_decision_at_completion(&mut self, pfn: Pfn, reason: Reason) {
        self.observer.seen.trace.note(Decision {
            at: self.now(),
            pfn,
            by: By::Completion,
            task: self.sched.current() as u16,
            priority: 0,
            reason,
        });
    }

    /// Records an event of a page, if the page is followed.
    #[inline]
    pub fn note_event(&mut self, pfn: Pfn, reason: Reason) {
        if self.observer.seen.trace.has_followers() {
            self.note_event_in(pfn, None, reason);
        }
    }

    /// Records the same event of each of these pages that is followed.
    #[inline]
    pub fn note_events(&mut self, pages: &[Pfn], reason: Reason) {
        if self.observer.seen.trace.has_followers() {
            self.note_events_in(pages, reason);
        }
    }

    /// Records an event of a followed page in a context that is not the running task's.
    #[inline]
    pub fn note_event_by(&mut self, pfn: Pfn, by: By, reason: Reason) {
        if self.observer.seen.trace.has_followers() {
            self.note_event_in(pfn, Some(by), reason);
        }
    }

    // Out of line, because pages are hardly ever followed.
    #[cold]
    #[inline(never)]
    fn note_event_in(&mut self, pfn: Pfn, by: Option<By>, reason: Reason) {
        if self.observer.seen.trace.follows(pfn) {
            let by = by.unwrap_or_else(|| self.context_of(self.sched.current()));
            self.observer.seen.trace.note_event(Decision {
                at: self.now(),
                pfn,
                by,
                task: self.sched.current() as u16,
                priority: self.memory.kswapd.priority() as u8,
                reason,
            });
        }
    }

    #[cold]
    #[inline(never)]
    fn note_events_in(&mut self, pages: &[Pfn], reason: Reason) {
        for &pfn in pages {
            self.note_event_in(pfn, None, reason);
        }
    }

    fn context_of(&self, task: TaskId) -> By {
        match self.sched.tasks().get(task as usize) {
            Some(task) if task.kind == TaskKind::Kswapd => By::Kswapd,
            Some(task) if task.kind == TaskKind::Flusher => By::Flusher,
            Some(task) if task.in_direct_reclaim => By::Direct,
            _ => By::Task,
        }
    }

    /// Records the state when a reclaim invocation writes its first file page.
    pub fn log_pageout(&mut self, pfn: Pfn) {
        let z = self.zone_of(pfn);
        let mut machine = [0; FIGURES.len()];
        for zone in 0..self.memory.zones.len() {
            for (sum, figure) in machine.iter_mut().zip(self.pageout_figures(zone)) {
                *sum += figure;
            }
        }
        let zone = self.pageout_figures(z);
        if self.observer.seen.pageout_entries.len() < KEPT_ENTRIES {
            self.observer.seen.pageout_entries.push(PageoutEntry {
                at: self.now(),
                zone: z,
                writepage: self.writepage_of(pfn),
                of_zone: zone,
                of_machine: machine,
            });
        }
        let log = &mut self.observer.seen.pageouts[z];
        log.count += 1;
        for at in 0..FIGURES.len() {
            log.zone[at] += zone[at];
            log.machine[at] += machine[at];
        }
    }

    /// Returns the kernel's name of a file page's ->writepage.
    fn writepage_of(&self, pfn: Pfn) -> &'static str {
        let mapping = self.io.cache.get(self.memory.frames.mapping[pfn as usize]);
        if mapping.block_device {
            return "blkdev_writepage";
        }
        self.io.filesystem(mapping.filesystem).writepage_name()
    }

    /// Returns the figures of a zone, with anonymous and file pages added up.
    fn pageout_figures(&self, z: ZoneId) -> [u64; FIGURES.len()] {
        let zone = &self.memory.zones[z];
        [
            zone.size(Lru::InactiveAnon) + zone.size(Lru::InactiveFile),
            zone.size(Lru::ActiveAnon) + zone.size(Lru::ActiveFile),
            zone.isolated[0] + zone.isolated[1],
            zone.dirty,
            zone.writeback,
        ]
    }

    /// Records a lap that began at `started` (nanoseconds) and ends now. The simulation does not read it.
    pub fn end_lap(&mut self, name: &'static str, started: u64, items: u64) {
        let mut counters = [0; COUNTERS];
        for &counter in Counter::ALL {
            counters[counter as usize] = self.observer.seen.vmstat.total(counter);
        }
        self.observer.seen.laps.push(Lap {
            name,
            started,
            ended: self.now(),
            items,
            counters,
        });
    }
}
