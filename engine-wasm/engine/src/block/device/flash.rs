//! The translation layer of a USB stick or a memory card.
//!
//! Cheap flash is managed in allocation units of some megabytes, written from start to end. The controller keeps a few
//! units open. A write to another unit closes the least recently written open unit: the pages that were not written
//! while it was open are copied from their old place. So one page written far from the stream causes a copy of almost a
//! whole unit. Source: Arnd Bergmann, "Optimizing Linux with cheap flash drives" (LWN, February 2011), and the README
//! of flashbench, whose measurement of one card is the test in `device/mod.rs`.

use super::BLOCK_BYTES;
use crate::scenario::FlashFigures;

/// Pages per word of a map.
const WORD: u32 = u64::BITS;

/// An allocation unit that the controller has open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenUnit {
    /// Number of the unit: address divided by the size of a unit.
    pub unit: u64,
    /// The page at which the next write must start so that it causes no copy, counted from the unit's start. Unused
    /// after a write out of order.
    pub pointer: u32,
    /// Pages written since it was opened.
    pub written: u32,
    /// Whether it was written out of order. If so, a write anywhere in it needs no copy until it is closed.
    pub random: bool,
    /// Index in `Flash::maps`.
    map: u32,
}

/// The extra work that a write caused in the controller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Pages that were copied because a unit was closed.
    pub copied: u64,
    /// Number of changes from one unit to another.
    pub switches: u32,
    /// The last unit that the controller closed for this write.
    pub closed: Option<u64>,
}

/// The controller's state.
#[derive(Clone, Debug)]
pub struct Flash {
    figures: FlashFigures,
    unit_pages: u32,
    most: usize,
    most_random: usize,
    /// Open units, the most recently written one last.
    open: Vec<OpenUnit>,
    /// Bitmaps of the pages that were written, one for each unit that can be open.
    maps: Vec<Vec<u64>>,
    last: u64,
}

impl Flash {
    /// Makes a controller with no unit open.
    pub fn new(figures: FlashFigures) -> Self {
        let unit_pages = (figures.allocation_unit_kb / 4).max(1);
        let most = figures.open_units.max(1) as usize;
        Flash {
            figures,
            unit_pages,
            most,
            most_random: (figures.open_units_random as usize).min(most),
            open: Vec::with_capacity(most),
            maps: vec![vec![0; unit_pages.div_ceil(WORD) as usize]; most],
            last: u64::MAX,
        }
    }

    /// Returns the open units, the most recently written one last.
    pub fn open_units(&self) -> &[OpenUnit] {
        &self.open
    }

    /// Returns the number of pages in a unit.
    pub fn unit_pages(&self) -> u32 {
        self.unit_pages
    }

    /// Returns the controller's extra work for a write: its duration in microseconds, and the work itself.
    pub fn serve(&mut self, block: u64, pages: u32) -> (u64, Work) {
        let work = self.write(block, pages);
        let rate = u64::from(self.figures.copy_kb_per_s.max(1));
        let copied = work.copied * BLOCK_BYTES * 1_000 / rate;
        let switching = u64::from(work.switches) * u64::from(self.figures.switch_us);
        (copied + switching, work)
    }

    /// Writes `pages` pages from `block` on, and returns the extra work that this caused in the controller.
    pub fn write(&mut self, mut block: u64, mut pages: u32) -> Work {
        let mut work = Work::default();
        while pages > 0 {
            let unit = block / u64::from(self.unit_pages);
            let from = (block % u64::from(self.unit_pages)) as u32;
            let len = pages.min(self.unit_pages - from);
            work.switches += u32::from(unit != self.last);
            self.last = unit;
            self.write_unit(unit, from, len, &mut work);
            block += u64::from(len);
            pages -= len;
        }
        work
    }

    fn write_unit(&mut self, unit: u64, from: u32, len: u32, work: &mut Work) {
        let mut entry = match self.open.iter().position(|open| open.unit == unit) {
            Some(at) => {
                let open = self.open[at];
                if open.random || open.pointer == from {
                    self.open.remove(at)
                } else {
                    self.out_of_order(at, from, work)
                }
            }
            None => {
                if self.open.len() == self.most {
                    self.close(0, work);
                }
                self.opened(unit, from)
            }
        };
        let map = &mut self.maps[entry.map as usize];
        for page in from..from + len {
            let (word, bit) = ((page / WORD) as usize, 1 << (page % WORD));
            entry.written += u32::from(map[word] & bit == 0);
            map[word] |= bit;
        }
        entry.pointer = from + len;
        // A completely written unit does not stay open, because closing it requires no copy.
        if entry.written < self.unit_pages {
            self.open.push(entry);
        }
    }

    /// Handles a write to an open unit at a place other than its pointer. If the controller supports random writes, the
    /// unit becomes a random-write unit. Otherwise the unit is closed and opened again.
    fn out_of_order(&mut self, at: usize, from: u32, work: &mut Work) -> OpenUnit {
        if self.most_random == 0 {
            let unit = self.open[at].unit;
            self.close(at, work);
            return self.opened(unit, from);
        }
        let mut entry = self.open.remove(at);
        let random = self.open.iter().filter(|open| open.random).count();
        if random == self.most_random
            && let Some(oldest) = self.open.iter().position(|open| open.random)
        {
            self.close(oldest, work);
        }
        entry.random = true;
        entry
    }

    fn opened(&mut self, unit: u64, from: u32) -> OpenUnit {
        let unused = |map: &u32| self.open.iter().all(|open| open.map != *map);
        let map = (0..self.maps.len() as u32).find(unused).unwrap_or(0);
        self.maps[map as usize].fill(0);
        OpenUnit {
            unit,
            pointer: from,
            written: 0,
            random: false,
            map,
        }
    }

    fn close(&mut self, at: usize, work: &mut Work) {
        let closed = self.open.remove(at);
        work.copied += u64::from(self.unit_pages - closed.written);
        work.closed = Some(closed.unit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u32 = 256;

    fn flash(open_units: u32, open_units_random: u32) -> Flash {
        Flash::new(FlashFigures {
            allocation_unit_kb: 4_096,
            open_units,
            open_units_random,
            copy_kb_per_s: 15_000,
            switch_us: 0,
        })
    }

    fn copied(flash: &mut Flash, block: u32, pages: u32) -> u64 {
        flash.write(u64::from(block), pages).copied
    }

    #[test]
    fn a_write_beside_the_open_units_says_which_one_it_closed_and_what_was_copied() {
        let mut flash = flash(2, 0);
        // One page of unit 3 is written, and two of unit 5. Opening unit 9 closes unit 3, the older one.
        flash.write(u64::from(3 * 4 * MIB), 1);
        flash.write(u64::from(5 * 4 * MIB), 2);
        let work = flash.write(u64::from(9 * 4 * MIB), 1);
        assert_eq!((work.copied, work.closed), (1_023, Some(3)));
        assert_eq!(flash.write(u64::from(9 * 4 * MIB + 1), 1).closed, None);
    }

    #[test]
    fn streams_into_as_many_units_as_are_open_copy_nothing() {
        let mut flash = flash(2, 0);
        for block in 0..4 * MIB / 16 {
            for stream in [0, 40 * MIB] {
                assert_eq!(copied(&mut flash, stream + 16 * block, 16), 0);
            }
        }
        assert_eq!(flash.open_units(), [], "both are complete");
        // A request across the end of a unit continues in the next one.
        assert_eq!(
            flash.write(u64::from(8 * MIB - 8), 16),
            Work {
                copied: 0,
                switches: 2,
                closed: None,
            }
        );
        let open: Vec<_> = flash
            .open_units()
            .iter()
            .map(|open| (open.unit, open.pointer, open.written))
            .collect();
        assert_eq!(open, [(1, 1_024, 8), (2, 8, 8)]);
    }

    #[test]
    fn a_page_elsewhere_closes_the_unit_that_was_written_least_recently() {
        let mut flash = flash(2, 0);
        assert_eq!(copied(&mut flash, 0, 100), 0);
        assert_eq!(copied(&mut flash, 4 * MIB, 300), 0);
        // Unit 0 is closed: 924 of its pages were not written.
        assert_eq!(copied(&mut flash, 800 * MIB, 1), 924);
        // Writing unit 0 again closes unit 1, and so on.
        assert_eq!(copied(&mut flash, 100, 100), 724);
        assert_eq!(copied(&mut flash, 4 * MIB + 300, 1), 1_023);
    }

    #[test]
    fn a_write_that_does_not_go_on_closes_its_own_unit() {
        let mut flash = flash(2, 0);
        assert_eq!(copied(&mut flash, 0, 100), 0);
        assert_eq!(copied(&mut flash, 132, 100), 924, "a gap");
        assert_eq!(copied(&mut flash, 0, 1), 924, "written again");
        assert_eq!(flash.open_units().len(), 1);
    }

    #[test]
    fn a_unit_written_at_random_is_copied_when_another_takes_its_place() {
        let mut flash = flash(3, 1);
        assert_eq!(copied(&mut flash, 0, 100), 0);
        assert_eq!(copied(&mut flash, 500, 1), 0);
        assert_eq!(copied(&mut flash, 7, 1), 0, "anywhere, and again");
        assert_eq!(copied(&mut flash, 4 * MIB, 1), 0, "in sequence beside it");
        assert_eq!(
            copied(&mut flash, 4 * MIB + 9, 1),
            923,
            "101 of the first were written"
        );
        let random: Vec<_> = flash
            .open_units()
            .iter()
            .map(|open| (open.unit, open.random))
            .collect();
        assert_eq!(random, [(1, true)]);
    }
}
