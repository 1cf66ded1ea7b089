//! Merging of bios and requests (elv_merge, attempt_merge, 2.6.29 to 3.16).

use super::{Request, RequestQueue, State, sender};
use crate::block::bio::Bio;
use crate::block::counts::Freed;
use crate::block::elevator::Sender;
use crate::block::sorted::Entry;

impl RequestQueue {
    /// Merges a bio with a waiting request of the same queue and direction (elv_merge, cfq_allow_merge). The outer
    /// `None` means that there is no such request.
    pub(super) fn merge(&mut self, bio: &Bio) -> Option<Option<Freed>> {
        let max_pages = self.device.max_pages();
        let pages = bio.pages.len() as u32;
        let of = sender(bio);
        let list = self.elevator.list(of);
        let after = list.index_after(bio.block);
        let fits = |requests: &[Request], entry: &Entry, pages: u32| {
            entry.pages + pages <= max_pages && requests[entry.slot as usize].op == bio.op
        };
        if let Some(before) = after.checked_sub(1) {
            let entry = list.entries()[before];
            if entry.end() == bio.block && fits(&self.requests, &entry, pages) {
                let next = list.entries().get(after).copied();
                self.elevator.grow_back(of, before, pages);
                let request = &mut self.requests[entry.slot as usize];
                request.pages.extend_from_slice(bio.pages);
                request.origins |= bio.origins();
                request.bios += bio.bios;
                let total = entry.pages + pages;
                let end = entry.block + total as u64;
                let closes = next
                    .is_some_and(|next| next.block == end && fits(&self.requests, &next, total));
                return Some(closes.then(|| self.join(of, before)));
            }
        }
        // A merge at the front closes no gap: a bio that closes a gap is merged at the back of the request before it.
        let entry = *list.entries().get(after)?;
        if bio.block + pages as u64 != entry.block || !fits(&self.requests, &entry, pages) {
            return None;
        }
        self.elevator.grow_front(of, after, pages);
        let request = &mut self.requests[entry.slot as usize];
        request.block = bio.block;
        request.pages.extend_from_slice(bio.pages);
        request.pages.rotate_right(bio.pages.len());
        request.origins |= bio.origins();
        request.bios += bio.bios;
        Some(None)
    }

    /// Joins the request after `index` to the one at `index` (attempt_merge).
    fn join(&mut self, of: Sender, index: usize) -> Freed {
        let (kept, gone) = self.elevator.join(of, index);
        let kept = kept as usize;
        let absorbed = &mut self.requests[gone as usize];
        absorbed.state = State::Unused;
        let (queued_at, origin, origins) = (absorbed.queued_at, absorbed.origin, absorbed.origins);
        let bios = absorbed.bios;
        let mut pages = std::mem::take(&mut absorbed.pages);
        let request = &mut self.requests[kept];
        request.pages.append(&mut pages);
        request.origins |= origins;
        request.bios += bios;
        if queued_at < request.queued_at {
            request.queued_at = queued_at;
            request.origin = origin;
        }
        let class = request.class;
        self.requests[gone as usize].pages = pages;
        self.unused.push(gone);
        self.stats.joined += 1;
        self.counts.free(class)
    }
}
