//! How isolated pages leave reclaim: written, removed from their mapping (alone or in batches), or put back on their
//! lists.
use reclaim_engine::observer::record::Writing;

use crate::reclaimer::Counts;
use crate::state::PageId;
use crate::{Reference, same};

type Agreed = Result<(), String>;

impl Reference {
    /// Removes a page from its mapping immediately, or collects it for a batch.
    pub(crate) fn removes(&mut self, task: u32, page: PageId, mapping: Option<u16>) -> Agreed {
        if self.kernel.on("batch_remove_mapping") && mapping.is_some() {
            let one = self.reclaimer(task)?;
            one.collected.push(page);
            one.collected_of = mapping;
            return Ok(());
        }
        self.frees_or_keeps(task, page, mapping.is_some())
    }

    fn frees_or_keeps(&mut self, task: u32, page: PageId, has_mapping: bool) -> Agreed {
        if !self.is_freeable(page, has_mapping) {
            return self.keeps(task, page, Some("NotFreeable"));
        }
        let one = self.reclaimer(task)?;
        one.freed += 1;
        one.decides.push_back((page, "Freed"));
        Ok(())
    }

    /// Checks the engine's decision about a page.
    pub(crate) fn decides(&mut self, task: u32, page: PageId, reason: &'static str) -> Agreed {
        let one = self.reclaimer(task)?;
        if one.decides.is_empty() && one.collected.first() == Some(&page) {
            // The engine has removed its collected pages, so do the same. The next entry of the record must show why.
            one.flushed = true;
            for collected in std::mem::take(&mut one.collected) {
                self.frees_or_keeps(task, collected, true)?;
            }
        }
        let expected = self.reclaimer(task)?.decides.pop_front();
        self.agreed += 1;
        let state = self.pages[page as usize].clone();
        let what = format!("task {task}, what becomes of page {page}, {state:?}");
        same(Some((page, reason)), expected, &what)
    }

    pub(crate) fn pages_out(&mut self, task: u32, page: PageId, writing: Writing) -> Agreed {
        let held = self.pages[page as usize].held > 0;
        let swap = self.pages[page as usize].anon;
        let one = self.reclaimer(task)?;
        same(
            0,
            one.collected.len(),
            "pages collected when another is written",
        )?;
        same(
            Some(page),
            one.paging_out,
            "the page that is handed to pageout",
        )?;
        one.flushed = false;
        one.pageout_kept = true;
        if held {
            one.decides.push_back((page, "ExtraReference"));
            return Ok(());
        }
        if !swap && writing.congested && !one.kswapd {
            one.decides.push_back((page, "Congested"));
            return Ok(());
        }
        one.pageout_kept = false;
        one.drops_slot = swap && !writing.slot_needed;
        if !one.drops_slot {
            let written = swap || writing.accepted;
            let answer = if written { "Written" } else { "Refused" };
            one.decides.push_back((page, answer));
        }
        self.page(page).reclaim = true;
        Ok(())
    }

    pub(crate) fn paged_out(&mut self, task: u32, page: PageId, mapping: Option<u16>) -> Agreed {
        let counts_congested = self.kernel.since([2, 6, 37]) && !self.kernel.on("zone_flags_v311");
        let one = self.reclaimer(task)?;
        same(
            Some(page),
            one.paging_out.take(),
            "the page that pageout is over with",
        )?;
        same(
            None,
            one.decides.front().copied(),
            "a decision of pageout that is missing",
        )?;
        if one.pageout_kept {
            one.counts.congested += u64::from(counts_congested);
            return self.keeps(task, page, None);
        }
        let drops_slot = std::mem::take(&mut one.drops_slot);
        self.zone(page).counters.nr_vmscan_write += 1;
        let state = self.page(page);
        state.dirty |= drops_slot;
        state.reclaim &= state.writeback;
        if state.writeback || state.dirty {
            return self.keeps(task, page, None);
        }
        self.removes(task, page, mapping)
    }

    /// putback_lru_pages and the counters of the batch.
    pub(crate) fn puts_back(&mut self, task: u32, freed: u64, counts: Counts) -> Agreed {
        let counted_since_37 = self.kernel.since([2, 6, 37]);
        let counts_writeback =
            self.kernel.on("throttle_on_writeback") || self.kernel.on("zone_flags_v311");
        let one = self.reclaimer(task)?;
        same(
            0,
            one.batch.len(),
            "pages of the batch that nobody has looked at",
        )?;
        same(
            0,
            one.collected.len(),
            "pages collected at the end of the batch",
        )?;
        same(
            None,
            one.decides.front().copied(),
            "a decision that is missing",
        )?;
        same(freed, one.freed, "pages freed of the batch")?;
        let mut own = one.counts;
        if !counts_writeback {
            own.writeback = counts.writeback;
        }
        if counted_since_37 {
            same(counts, own, "counts of the batch")?;
        }
        one.flushed = false;
        one.reclaimed += freed;
        let (zone, of, kept) = (
            one.zone,
            usize::from(!one.kswapd),
            std::mem::take(&mut one.kept),
        );
        self.zones[zone].counters.pgsteal[of] += freed;
        for page in kept {
            let state = self.pages[page as usize].clone();
            if state.dropped && state.held == 0 && !state.writeback {
                continue;
            }
            self.put_at_head(page);
            let type_of = usize::from(!state.anon);
            self.zones[zone].rotated[type_of] += u64::from(state.active);
        }
        self.agreed += 1;
        Ok(())
    }
}
