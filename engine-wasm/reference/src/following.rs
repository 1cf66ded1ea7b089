//! Follows the engine's record: applies the events that reclaim does not decide, and compares reclaim's decisions with
//! its own.

use reclaim_engine::observer::record::{Entry, Facts, Start, Surroundings};

use crate::judge::{Looking, Outcome, judge};
use crate::reclaimer::{BATCH, Counts, Reclaimer, Work, anon_low};
use crate::scan_counts::{Asked, scan_counts};
use crate::state::{Page, PageId, list_of};
use crate::throttle::Call;
use crate::{LISTS, Reference, same};

type Agreed = Result<(), String>;

impl Reference {
    /// Processes one entry of the record.
    ///
    /// # Errors
    /// The engine's value and the expected value.
    pub fn follow(&mut self, entry: &Entry) -> Agreed {
        if let Some((_, zone)) = self.ages_next
            && !matches!(
                entry,
                Entry::Ages { .. }
                    | Entry::Drains { .. }
                    | Entry::Freed { .. }
                    | Entry::Throttles { .. }
                    | Entry::Rounds { .. }
                    | Entry::Throttled { .. }
                    | Entry::Submits { .. }
                    | Entry::Dispatches { .. }
                    | Entry::Completes { .. }
            )
        {
            return Err(format!(
                "zone {zone}: inactive_anon is low, and nothing is aged"
            ));
        }
        match *entry {
            Entry::Enters { page, cpu, list } => self.enters(page, cpu.into(), list as usize),
            Entry::Accessed { page, cpu } => self.accessed(page, cpu.into()),
            Entry::SetPageDirty { page } => self.set_page_dirty(page),
            Entry::Dirtied { page } => self.dirtied(page),
            Entry::Cleaned { page } => self.page(page).dirty = false,
            Entry::LeavesSwap { page, mapped } => {
                self.page(page).dirty = true;
                self.page(page).dropped = !mapped;
            }
            Entry::WriteStarted { page } => self.page(page).writeback = true,
            Entry::WriteEnded { page, cpu, locked } => self.write_ended(page, cpu.into(), locked),
            Entry::Dropped { page } => {
                let state = self.page(page);
                (state.dirty, state.reclaim, state.dropped) = (false, false, true);
            }
            Entry::Freed { page } => {
                self.zone(page).remove(page);
                *self.page(page) = Page::default();
            }
            Entry::ShrinksZone {
                task,
                start,
                found,
                counts,
            } => return self.shrinks_zone(task, start, found, counts),
            Entry::ShrinksList { task, list, n } => {
                return self.shrinks_list(task, list as usize, n);
            }
            Entry::ShrunkZone {
                task,
                reclaimed,
                scanned,
                swap_free,
            } => return self.shrunk_zone(task, (reclaimed, scanned), swap_free),
            Entry::Drains { cpu } => {
                let low = |zone| anon_low(&self.kernel, zone);
                self.drained = Some(self.zones.iter().map(low).collect());
                self.drain(cpu.into());
            }
            Entry::Ages {
                task,
                zone,
                file,
                ref pages,
            } => return self.ages(task, (zone, file), pages),
            Entry::Isolates {
                task,
                zone,
                file,
                io,
                fs,
                ref pages,
            } => {
                self.reclaimer(task)?.may = (io, fs);
                return self.isolates(task, (zone, file), pages);
            }
            Entry::LooksAt {
                task,
                facts,
                zone_writeback,
                tail_lru_dirty,
                swap_free,
            } => return self.looks_at(task, facts, swap_free, (zone_writeback, tail_lru_dirty)),
            Entry::Decides { task, page, reason } => {
                return self.decides(task, page, reason.told().name);
            }
            Entry::PagesOut {
                task,
                page,
                writing,
            } => return self.pages_out(task, page, writing),
            Entry::PagedOut {
                task,
                page,
                mapping,
            } => return self.paged_out(task, page, mapping),
            Entry::PutsBack {
                task,
                freed,
                counts,
            } => {
                let counts = Counts {
                    dirty: counts.nr_dirty,
                    congested: counts.nr_congested,
                    writeback: counts.nr_writeback,
                    unqueued_dirty: counts.nr_unqueued_dirty,
                    immediate: counts.nr_immediate,
                };
                return self.puts_back(task, freed, counts);
            }
            Entry::Submits {
                task,
                queue,
                at,
                bio,
                answer,
            } => return self.submits(task, queue, at, bio, answer),
            Entry::Throttles { task, dirt } => {
                self.throttled.insert(task, Call::new(dirt));
            }
            Entry::Rounds {
                task,
                round,
                answer,
            } => {
                let call = self.throttled.get_mut(&task);
                let own = call
                    .ok_or("a round outside of balance_dirty_pages")?
                    .round(&round);
                self.agreed += 1;
                return same(answer, own, &format!("task {task}, the pause of {round:?}"));
            }
            Entry::Throttled {
                task,
                dirt,
                was_exceeded,
                exceeded,
            } => {
                let call = self.throttled.remove(&task).unwrap_or_default();
                let own = call.ends(was_exceeded);
                let what = "nr_dirtied, nr_dirtied_pause, dirty_paused_when, dirty_exceeded";
                return same((dirt, exceeded), own, what);
            }
            Entry::Dispatches {
                queue,
                at,
                answer,
                request,
            } => return self.dispatches(queue, at, answer, request),
            Entry::Completes {
                queue,
                at,
                request,
                below_congestion_off,
                may_wake_waiter,
            } => {
                let wakes = (below_congestion_off, may_wake_waiter);
                return self.completes(queue, at, request, wakes);
            }
        }
        Ok(())
    }

    pub(crate) fn reclaimer(&mut self, task: u32) -> Result<&mut Reclaimer, String> {
        let found = self.reclaimers.get_mut(&task);
        found.ok_or_else(|| format!("task {task} reclaims and has not begun a zone"))
    }

    fn set_page_dirty(&mut self, page: PageId) {
        if self.kernel.since([2, 6, 39]) && !self.is_unmapped(page) {
            self.page(page).reclaim = false;
        }
    }

    fn dirtied(&mut self, page: PageId) {
        if !self.is_unmapped(page) {
            self.page(page).dirty = true;
        }
    }

    /// Whether reclaim unmaps a page.
    fn is_unmapped(&self, page: PageId) -> bool {
        // When reclaim unmaps a page with a dirty PTE, the engine records the page as dirtied. The reference has
        // already done the same.
        let unmaps = |one: &Reclaimer| {
            one.paging_out != Some(page) && one.decides.iter().any(|decision| decision.0 == page)
        };
        self.reclaimers.values().any(unmaps)
    }

    fn shrinks_zone(
        &mut self,
        task: u32,
        start: Start,
        found: Surroundings,
        counts: [u64; 4],
    ) -> Agreed {
        let asked = Asked {
            priority: start.priority,
            kswapd: start.kswapd,
            free: found.free,
            swap_free: found.swap_free,
            unreclaimable: found.unreclaimable,
        };
        let own = scan_counts(&self.kernel, &mut self.zones[start.zone], asked);
        let what = format!("zone {}, scan counts of {LISTS:?} at {asked:?}", start.zone);
        self.reclaimers.insert(task, Reclaimer::new(start, own));
        self.agreed += 1;
        same(counts, own, &what)
    }

    fn shrinks_list(&mut self, task: u32, list: usize, n: u64) -> Agreed {
        let kernel = self.kernel.clone();
        let one = self.reclaimer(task)?;
        same(one.work, Work::default(), "left to do for the list before")?;
        let expected = one.next_list(&kernel);
        same(
            Some((list, n)),
            expected,
            &format!("task {task}, the next list and pages"),
        )?;
        let zone = one.zone;
        let work = Reclaimer::work_for(&kernel, &self.zones[zone], list, n);
        self.reclaimer(task)?.work = work;
        self.agreed += 1;
        Ok(())
    }

    fn shrunk_zone(&mut self, task: u32, done: (u64, u64), swap_free: bool) -> Agreed {
        let kernel = self.kernel.clone();
        let one = self.reclaimer(task)?;
        same(one.work, Work::default(), "left to do for the last list")?;
        same(
            None,
            one.next_list(&kernel),
            &format!("task {task}, the next list and pages"),
        )?;
        let own = (one.reclaimed, one.scanned);
        same(done, own, "nr_reclaimed and nr_scanned")?;
        let zone = one.zone;
        let needs_slot = kernel.since([2, 6, 31]) && !kernel.since([2, 6, 37]);
        if anon_low(&kernel, &self.zones[zone]) && (!needs_slot || swap_free) {
            self.ages_next = Some((task, zone));
        }
        Ok(())
    }

    /// Takes the result of the last drain of pagevecs: for each zone, whether inactive_anon was low before the drain.
    fn take_drained(&mut self) -> Result<Vec<bool>, String> {
        let drained = self.drained.take();
        drained.ok_or_else(|| "pages are taken off a list, and no pagevec was emptied".to_owned())
    }

    /// shrink_active_list.
    fn ages(&mut self, task: u32, of: (usize, bool), pages: &[Facts]) -> Agreed {
        let (zone, file) = of;
        let was_low = self.take_drained()?;
        let n = if self
            .ages_next
            .take()
            .is_some_and(|next| next == (task, zone) && !file)
        {
            BATCH
        } else if let Some(one) = self.reclaimers.get_mut(&task)
            && let Some((expected, n)) = one.work.ages
        {
            one.work = Work::default();
            same(of, (one.zone, expected), "the active list that is aged")?;
            n
        } else {
            // kswapd ages anonymous pages while it searches for the highest zone to balance. It checks inactive_anon
            // before shrink_active_list drains the pagevecs.
            let low = !file && was_low[zone];
            same(
                true,
                low,
                "kswapd ages anonymous pages: inactive_anon is low",
            )?;
            BATCH
        };
        let list = &mut self.zones[zone].lists[list_of(file, true)];
        let taken: Vec<PageId> = list.drain(..list.len().min(n as usize)).collect();
        let engine: Vec<PageId> = pages.iter().map(|facts| facts.page).collect();
        same(
            &engine,
            &taken,
            &format!("zone {zone}, taken off the active list, file {file}"),
        )?;
        self.agreed += 1;
        let count = taken.len() as u64;
        self.zones[zone].counters.pgrefill += count;
        self.zones[zone].scanned[usize::from(file)] += count;
        for facts in pages {
            if facts.mapping_unevictable {
                let page = self.page(facts.page);
                (page.active, page.unevictable) = (false, true);
                self.put_at_head(facts.page);
                continue;
            }
            let used = self.used_on_active(facts);
            self.zones[zone].rotated[usize::from(file)] += u64::from(used);
            let protected = self.kernel.since([2, 6, 31]) && file && facts.executable;
            if !(used && protected) {
                self.page(facts.page).active = false;
                self.zones[zone].counters.pgdeactivate += 1;
            }
            self.put_at_head(facts.page);
        }
        Ok(())
    }

    fn used_on_active(&mut self, facts: &Facts) -> bool {
        if self.kernel.since([2, 6, 34]) {
            return facts.young;
        }
        let in_use = facts.mapped || facts.swap_cache || facts.mapping_mapped;
        let referenced = in_use && std::mem::take(&mut self.page(facts.page).referenced);
        facts.young || referenced
    }

    /// shrink_inactive_list.
    fn isolates(&mut self, task: u32, of: (usize, bool), pages: &[PageId]) -> Agreed {
        let (zone, file) = of;
        self.take_drained()?;
        let exact = self.kernel.since([2, 6, 36]);
        let one = self.reclaimer(task)?;
        let (kswapd, work) = (one.kswapd, one.work);
        let Some((expected, left)) = work.reclaims else {
            return Err(format!(
                "task {task} isolates pages, and has no inactive list to look at"
            ));
        };
        same(
            of,
            (one.zone, expected),
            "the inactive list that is reclaimed",
        )?;
        let n = if exact { left } else { BATCH } as usize;
        let list = &mut self.zones[zone].lists[list_of(file, false)];
        let taken: Vec<PageId> = list.drain(..list.len().min(n)).collect();
        same(
            pages,
            &taken,
            &format!("zone {zone}, isolated, file {file}"),
        )?;
        self.agreed += 1;
        let count = taken.len() as u64;
        self.zones[zone].counters.pgscan[usize::from(!kswapd)] += count;
        self.zones[zone].scanned[usize::from(file)] += count;
        for &page in &taken {
            self.page(page).lru = false;
        }
        let one = self.reclaimer(task)?;
        one.work.reclaims = match left.saturating_sub(count) {
            left if left > 0 && count > 0 && !exact => Some((file, left)),
            _ => None,
        };
        one.batch = taken.into();
        (one.kept, one.freed, one.counts) = (Vec::new(), 0, Counts::default());
        Ok(())
    }

    fn looks_at(
        &mut self,
        task: u32,
        facts: Facts,
        swap_free: bool,
        (zone_writeback, tail_lru_dirty): (bool, bool),
    ) -> Agreed {
        let page = facts.page;
        let batches = self.kernel.on("batch_remove_mapping");
        let one = self.reclaimer(task)?;
        same(
            None,
            one.decides.front().copied(),
            "a decision that is missing",
        )?;
        same(
            Some(page),
            one.batch.pop_front(),
            "the next page of the batch",
        )?;
        let other = one.collected_of != facts.mapping;
        if one.flushed && !other {
            return Err(format!("page {page}: its neighbours have left without it"));
        }
        if batches && !one.collected.is_empty() && other {
            return Err(format!(
                "page {page}: of another mapping, and nobody has left"
            ));
        }
        one.flushed = false;
        let looking = Looking {
            kswapd: one.kswapd,
            priority: one.priority,
            io: one.may.0,
            fs: one.may.1,
            swap_free,
            zone_writeback,
            tail_lru_dirty,
        };
        let kernel = self.kernel.clone();
        let judged = judge(&kernel, self.page(page), &facts, looking);
        self.zone(page).counters.passed_over += u64::from(judged.passed_over);
        let one = self.reclaimer(task)?;
        one.scanned += judged.scanned;
        one.counts.dirty += judged.counts.dirty;
        one.counts.congested += judged.counts.congested;
        one.counts.writeback += judged.counts.writeback;
        one.counts.unqueued_dirty += judged.counts.unqueued_dirty;
        one.counts.immediate += judged.counts.immediate;
        match judged.outcome {
            Outcome::Keep(why) => self.keeps(task, page, Some(why)),
            Outcome::Activate(why) => {
                self.page(page).active = true;
                self.zone(page).counters.pgactivate += 1;
                self.keeps(task, page, Some(why))
            }
            Outcome::Cull => self.keeps(task, page, None),
            Outcome::PageOut => {
                let one = self.reclaimer(task)?;
                one.paging_out = Some(page);
                Ok(())
            }
            // `facts.mapping` is still correct: the mapping changes only if an anonymous page gets a swap slot. Such a
            // page is dirty, and this branch removes only clean pages.
            Outcome::Remove => self.removes(task, page, facts.mapping),
        }
    }

    pub(crate) fn keeps(&mut self, task: u32, page: PageId, why: Option<&'static str>) -> Agreed {
        let one = self.reclaimer(task)?;
        one.kept.push(page);
        one.decides.extend(why.map(|why| (page, why)));
        Ok(())
    }
}
