//! Why a page was kept, freed or moved: the kernel function that decided, the decision in words, and the mechanism that
//! decided or would have decided differently.

use serde::Serialize;
use ts_rs::TS;

/// What happens to a page because of a decision or an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It is freed.
    Freed,
    /// Reclaim starts to write it.
    Written,
    /// It stays inactive.
    Kept,
    /// It goes to the active list.
    Activated,
    /// It goes to the tail of the inactive list.
    Rotated,
    /// Something else happens to it.
    Event,
}

/// Description of a reason.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// Stable name.
    pub name: &'static str,
    /// The kernel function.
    pub function: &'static str,
    /// The decision in words, which follow the name of the task in a sentence.
    pub text: &'static str,
    /// What happens to the page.
    pub fate: Fate,
    /// The mechanism that decided, or that would have decided differently.
    pub mechanism: Option<&'static str>,
}

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident $function:literal $fate:ident $mechanism:expr, $text:literal;)*) => {
        /// Why a page was kept, freed or moved.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Reason { $($(#[$doc])* $name,)* }

        impl Reason {
            /// Every reason.
            pub const ALL: &[Reason] = &[$(Reason::$name,)*];

            /// Returns its description.
            #[must_use]
            pub fn told(self) -> Told {
                match self { $(Reason::$name => Told {
                    name: stringify!($name),
                    function: $function,
                    text: $text,
                    fate: Fate::$fate,
                    mechanism: $mechanism,
                },)* }
            }
        }
    };
}

const HIGH_PRIORITY: Option<&str> = Some("kswapd_fs_write_high_prio_only");
const INSTANT_FREE: Option<&str> = Some("instant_free");

reasons! {
    /// The page is locked.
    Locked "shrink_page_list" Kept None, "kept this page: someone holds its lock";
    /// The page is under writeback.
    UnderWriteback "shrink_page_list" Kept None, "kept this page: under writeback";
    /// The reference test activates the page.
    Activated "page_check_references" Activated None, "moved this page to the active list: used again";
    /// The reference test keeps the page.
    Referenced "page_check_references" Kept None, "kept this page for another round: recently used";
    /// The page is dirty and referenced.
    DirtyReferenced "shrink_page_list" Kept None, "kept this page for another round: dirty and recently used";
    /// No I/O or filesystem calls allowed in this context.
    MayNotEnter "shrink_page_list" Kept None, "kept this page: dirty, and this allocation may not start I/O";
    /// A dirty file page, and direct reclaim does not write it.
    PassedOverDirect "shrink_page_list" Kept Some("no_direct_fs_writeback"),
        "skipped this page: dirty, and direct reclaim leaves writing to the flusher";
    /// A dirty file page, and kswapd does not write it before reclaim becomes difficult.
    PassedOverPriority "shrink_page_list" Kept HIGH_PRIORITY, "skipped this page: dirty, and kswapd writes file pages only under pressure";
    /// A dirty file page, and kswapd does not write any.
    PassedOverKswapd "shrink_page_list" Kept Some("no_kswapd_fs_writeback"),
        "skipped this page: dirty, and kswapd writes no file pages";
    /// A dirty file page, and the tail of the zone's list is not known to be full of them (row 10b with
    /// zone_flags_v311).
    PassedOverZone "shrink_page_list" Kept Some("zone_flags_v311"),
        "skipped this page: dirty, and no batch in this zone was full of such pages";
    /// Written as a single page.
    Written "pageout" Written HIGH_PRIORITY, "wrote this dirty page alone (4 KiB)";
    /// The filesystem refused.
    Refused "pageout" Kept None, "kept this page: dirty, and the filesystem refused to write it from reclaim";
    /// The queue is congested.
    Congested "pageout" Kept None, "kept this page: dirty, and the device's queue is congested";
    /// An additional reference is held.
    ExtraReference "pageout" Kept None, "kept this page: someone holds a reference";
    /// No swap slot is free.
    NoSwap "add_to_swap" Activated None, "moved this page to the active list: anonymous, and no swap slot is free";
    /// Removed from its mapping.
    Freed "__remove_mapping" Freed None, "freed this page: clean and unused";
    /// An additional reference is held.
    NotFreeable "__remove_mapping" Kept None, "kept this page: someone holds a reference";
    /// Moved to the tail of the inactive list.
    Rotated "end_page_writeback" Rotated INSTANT_FREE, "moved this page to the tail, to be freed next: its write has ended";
    /// Freed when its I/O ended.
    FreedAtCompletion "end_page_writeback" Freed INSTANT_FREE, "freed this page: its write has ended";

    /// A new page of a file.
    EntersCache "add_to_page_cache_lru" Event None, "read or wrote a file page into this frame";
    /// A new anonymous page.
    EntersAnon "do_anonymous_page" Event None, "put new anonymous memory into this frame";
    /// Read from swap.
    SwappedIn "swapin_readahead" Event None, "read a page from swap into this frame";
    /// Moved from the pagevec to its list.
    OnList "____pagevec_lru_add" Event None, "put this page at the head of its LRU list";
    /// First use.
    MarkedReferenced "mark_page_accessed" Event None, "used this page and marked it PG_referenced";
    /// Second use.
    ActivatedByUse "mark_page_accessed" Activated None, "used this page again and moved it to the active list";
    /// The page becomes dirty.
    Dirtied "set_page_dirty" Event None, "wrote to this page: now dirty";
    /// Its write is started.
    WriteStarted "set_page_writeback" Event None, "started the write of this page to the device";
    /// Its write has ended.
    WriteEnded "end_page_writeback" Event None, "ended the write of this page";
    /// Taken off the tail of the inactive list.
    Isolated "isolate_lru_pages" Event None, "isolated this page from the tail of the inactive list, in a batch";
    /// Put back at the head of its list.
    PutBack "putback_lru_pages" Event None, "put this page back at the head of its list";
    /// Moved from the tail of the active list to the head of the inactive list.
    Deactivated "shrink_active_list" Event None, "moved this page from the tail of the active list to the inactive list";
    /// Gets a swap slot.
    GetsSlot "add_to_swap" Event None, "gave this anonymous page a swap slot";
    /// Goes back to the allocator.
    GivenBack "free_hot_cold_page" Event None, "freed this frame";
}
