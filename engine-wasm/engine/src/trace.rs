//! The why-trace: decisions about pages with their reasons, kept in a ring while tracing is on.

use crate::mm::page::Pfn;

/// Who decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// kswapd.
    Kswapd,
    /// A task that reclaims for itself.
    Direct,
    /// A flusher.
    Flusher,
    /// I/O completion.
    Completion,
}

/// Why a page went where it went. The comment names the kernel function that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// shrink_page_list: somebody holds the page lock.
    Locked,
    /// shrink_page_list: under writeback.
    UnderWriteback,
    /// page_check_references: activated.
    Activated,
    /// page_check_references: used since the last look.
    Referenced,
    /// shrink_page_list: dirty and referenced.
    DirtyReferenced,
    /// shrink_page_list: no I/O or filesystem calls allowed in this context.
    MayNotEnter,
    /// shrink_page_list: dirty file page, this reclaimer does not write.
    PassedOverDirect,
    /// shrink_page_list: dirty file page, kswapd is not in trouble yet.
    PassedOverPriority,
    /// shrink_page_list: dirty file page, the tail of kswapd's zone is not known to be full of them.
    PassedOverZone,
    /// pageout: written alone.
    Written,
    /// pageout: the filesystem refused.
    Refused,
    /// pageout: the queue is congested.
    Congested,
    /// pageout: somebody holds a reference.
    ExtraReference,
    /// add_to_swap: no slot, activated.
    NoSwap,
    /// __remove_mapping: freed.
    Freed,
    /// __remove_mapping: somebody holds a reference.
    NotFreeable,
    /// end_page_writeback: moved to the tail of the inactive list.
    Rotated,
    /// end_page_writeback: freed at once.
    FreedAtCompletion,
}

impl Reason {
    /// The kernel function that takes the decision.
    #[must_use]
    pub fn function(self) -> &'static str {
        match self {
            Reason::Activated | Reason::Referenced => "page_check_references",
            Reason::Written | Reason::Refused | Reason::Congested | Reason::ExtraReference => {
                "pageout"
            }
            Reason::NoSwap => "add_to_swap",
            Reason::Freed | Reason::NotFreeable => "__remove_mapping",
            Reason::Rotated | Reason::FreedAtCompletion => "end_page_writeback",
            _ => "shrink_page_list",
        }
    }

    /// The decision in words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Reason::Locked => "locked by somebody, so it stays",
            Reason::UnderWriteback => "under writeback, so it stays",
            Reason::Activated => "used again, so it goes to the active list",
            Reason::Referenced => "used since the last look, so it gets another trip",
            Reason::DirtyReferenced => "dirty and used, so it gets another trip",
            Reason::MayNotEnter => "dirty, and this context may not write, so it stays",
            Reason::PassedOverDirect => "dirty, and direct reclaim leaves writing to the flusher",
            Reason::PassedOverPriority => "dirty, and kswapd writes only in trouble",
            Reason::PassedOverZone => {
                "dirty, and kswapd has not met a batch full of such pages here"
            }
            Reason::Written => "dirty, so it is written alone, one page of 4 KiB",
            Reason::Refused => "dirty, and the filesystem refused to write it from reclaim",
            Reason::Congested => "dirty, and the device's queue is congested, so it stays",
            Reason::ExtraReference => "somebody holds a reference, so it stays",
            Reason::NoSwap => "anonymous and no swap slot is free, so it goes to the active list",
            Reason::Freed => "clean and unused, so it is freed",
            Reason::NotFreeable => "somebody holds a reference, so it stays",
            Reason::Rotated => "its write ended, so it goes to the tail to be freed next",
            Reason::FreedAtCompletion => "its write ended, so it is freed at once",
        }
    }

    /// The mechanism that would have decided otherwise, or that decided.
    #[must_use]
    pub fn mechanism(self) -> Option<&'static str> {
        match self {
            Reason::PassedOverDirect => Some("no_direct_fs_writeback"),
            Reason::PassedOverPriority => Some("kswapd_fs_write_high_prio_only"),
            Reason::PassedOverZone => Some("zone_flags_v311"),
            Reason::Written => Some("kswapd_fs_write_high_prio_only"),
            Reason::Rotated | Reason::FreedAtCompletion => Some("instant_free"),
            _ => None,
        }
    }
}

/// One decision.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// Virtual time, nanoseconds.
    pub at: u64,
    /// The page.
    pub pfn: Pfn,
    /// Who decided.
    pub by: By,
    /// Reclaim priority, 12 down to 0.
    pub priority: u8,
    /// Why.
    pub reason: Reason,
}

const KEPT: usize = 1024;

/// The ring.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Whether decisions are noted.
    pub on: bool,
    ring: Vec<Decision>,
    written: u64,
}

impl Trace {
    /// Notes a decision if tracing is on.
    #[inline]
    pub fn note(&mut self, decision: Decision) {
        if !self.on {
            return;
        }
        if self.ring.len() < KEPT {
            self.ring.push(decision);
        } else {
            self.ring[(self.written % KEPT as u64) as usize] = decision;
        }
        self.written += 1;
    }

    /// The latest decisions, newest first.
    pub fn latest(&self, most: usize) -> impl Iterator<Item = Decision> + '_ {
        let kept = self.ring.len() as u64;
        (0..kept.min(most as u64))
            .map(move |back| self.ring[((self.written - 1 - back) % KEPT as u64) as usize])
    }
}
