//! Pagevecs by CPU, which hold pages on their way to the lists: new pages, pages whose write has completed, pages to
//! activate.

use crate::Reference;
use crate::state::{PageId, list_of};

/// Capacity of a pagevec, pages.
const PAGEVEC: usize = 14;

/// The pagevecs of a CPU.
#[derive(Clone, Debug, Default)]
pub struct Pagevecs {
    /// New pages by list; from 3.11 on, all new pages are in the first pagevec.
    add: [Vec<PageId>; 4],
    rotate: Vec<PageId>,
    activate: Vec<PageId>,
}

impl Reference {
    fn one_add_pagevec(&self) -> bool {
        self.kernel.since([3, 11, 0])
    }

    /// Adds a new page.
    pub(crate) fn enters(&mut self, page: PageId, cpu: usize, list: usize) {
        let state = self.page(page);
        state.anon = list < 2;
        state.held += 1;
        if self.one_add_pagevec() {
            self.page(page).active = list % 2 == 1;
            if self.cpus[cpu].add[0].len() == PAGEVEC {
                self.empty_add(cpu, 0);
            }
            self.cpus[cpu].add[0].push(page);
            return;
        }
        self.cpus[cpu].add[list].push(page);
        if self.cpus[cpu].add[list].len() == PAGEVEC {
            self.empty_add(cpu, list);
        }
    }

    fn empty_add(&mut self, cpu: usize, list: usize) {
        for page in std::mem::take(&mut self.cpus[cpu].add[list]) {
            let together = self.one_add_pagevec();
            let state = self.page(page);
            state.held -= 1;
            let active = if together {
                state.active
            } else {
                list % 2 == 1
            };
            state.active = active;
            let file = !state.anon;
            self.put_at_head(page);
            let zone = self.zone(page);
            zone.scanned[usize::from(file)] += 1;
            zone.rotated[usize::from(file)] += u64::from(active);
        }
    }

    /// Adds a page to the head of the list that its flags select.
    pub(crate) fn put_at_head(&mut self, page: PageId) {
        let state = self.page(page);
        state.lru = true;
        if !state.unevictable {
            let list = list_of(!state.anon, state.active);
            self.zone(page).lists[list].push(page);
        }
    }

    /// lru_add_drain.
    pub(crate) fn drain(&mut self, cpu: usize) {
        for list in 0..4 {
            self.empty_add(cpu, list);
        }
        self.empty_rotate(cpu);
        self.empty_activate(cpu);
    }

    /// mark_page_accessed.
    pub(crate) fn accessed(&mut self, page: PageId, cpu: usize) {
        let state = self.page(page).clone();
        if !state.referenced {
            self.page(page).referenced = true;
            return;
        }
        if state.active || state.unevictable {
            return;
        }
        if state.lru {
            self.page(page).referenced = false;
            self.activate(page, cpu);
        } else if self.one_add_pagevec() {
            self.page(page).referenced = false;
            self.page(page).active = self.cpus[cpu].add[0].contains(&page);
        }
    }

    fn activate(&mut self, page: PageId, cpu: usize) {
        if !self.kernel.since([3, 0, 0]) || self.kernel.cpus == 1 {
            self.move_to_active(page);
            return;
        }
        self.page(page).held += 1;
        self.cpus[cpu].activate.push(page);
        if self.cpus[cpu].activate.len() == PAGEVEC {
            self.empty_activate(cpu);
        }
    }

    fn empty_activate(&mut self, cpu: usize) {
        for page in std::mem::take(&mut self.cpus[cpu].activate) {
            self.page(page).held -= 1;
            self.move_to_active(page);
        }
    }

    fn move_to_active(&mut self, page: PageId) {
        let state = self.page(page);
        if !state.lru || state.active || state.unevictable {
            return;
        }
        state.active = true;
        let type_of = usize::from(!state.anon);
        let zone = self.zone(page);
        zone.remove(page);
        zone.scanned[type_of] += 1;
        zone.rotated[type_of] += 1;
        zone.counters.pgactivate += 1;
        self.put_at_head(page);
    }

    /// end_page_writeback.
    pub(crate) fn write_ended(&mut self, page: PageId, cpu: usize, locked: bool) {
        let state = self.page(page);
        state.writeback = false;
        let reclaim = std::mem::take(&mut state.reclaim);
        let fit = !locked && !state.dirty && !state.active && !state.unevictable && state.lru;
        if !reclaim || !fit {
            return;
        }
        state.held += 1;
        self.cpus[cpu].rotate.push(page);
        if self.cpus[cpu].rotate.len() == PAGEVEC {
            self.empty_rotate(cpu);
        }
    }

    fn empty_rotate(&mut self, cpu: usize) {
        for page in std::mem::take(&mut self.cpus[cpu].rotate) {
            let state = self.page(page);
            state.held -= 1;
            if !state.lru || state.active || state.unevictable {
                continue;
            }
            let list = list_of(!state.anon, false);
            let zone = self.zone(page);
            zone.remove(page);
            zone.lists[list].insert(0, page);
            zone.counters.pgrotated += 1;
        }
    }
}
