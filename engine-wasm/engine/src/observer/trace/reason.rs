//! Why a page went where it went: the kernel function that decided, the decision in words, and the mechanism that
//! decided or would have decided otherwise.

use serde::Serialize;
use ts_rs::TS;

/// What becomes of a page by a decision or an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It is freed.
    Freed,
    /// Its write is started by reclaim.
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

/// The text for a reason.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// Stable name.
    pub name: &'static str,
    /// The kernel function.
    pub function: &'static str,
    /// The decision in words: what follows the name of the task in a sentence.
    pub text: &'static str,
    /// What becomes of the page.
    pub fate: Fate,
    /// The mechanism that decided, or that would have decided otherwise.
    pub mechanism: Option<&'static str>,
}

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident $function:literal $fate:ident $mechanism:expr, $text:literal;)*) => {
        /// Why a page went where it went.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Reason { $($(#[$doc])* $name,)* }

        impl Reason {
            /// Every reason.
            pub const ALL: &[Reason] = &[$(Reason::$name,)*];

            /// The text for it.
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
    /// Somebody holds the page lock.
    Locked "shrink_page_list" Kept None, "kept this page: someone holds its lock";
    /// Under writeback.
    UnderWriteback "shrink_page_list" Kept None, "kept this page: under writeback";
    /// The reference test says: active.
    Activated "page_check_references" Activated None, "moved this page to the active list: used again";
    /// The reference test says: keep.
    Referenced "page_check_references" Kept None, "kept this page for another round: recently used";
    /// Dirty and referenced.
    DirtyReferenced "shrink_page_list" Kept None, "kept this page for another round: dirty and recently used";
    /// No I/O or filesystem calls allowed in this context.
    MayNotEnter "shrink_page_list" Kept None, "kept this page: dirty, and this allocation may not start I/O";
    /// A dirty file page, and this reclaimer does not write.
    PassedOverDirect "shrink_page_list" Kept Some("no_direct_fs_writeback"),
        "skipped this page: dirty, and direct reclaim leaves writing to the flusher";
    /// A dirty file page, and kswapd is not in trouble yet.
    PassedOverPriority "shrink_page_list" Kept HIGH_PRIORITY, "skipped this page: dirty, and kswapd writes file pages only under pressure";
    /// A dirty file page, and the tail of kswapd's zone is not known to be full of them.
    PassedOverKswapd "shrink_page_list" Kept Some("no_kswapd_fs_writeback"),
        "skipped this page: dirty, and kswapd writes no file pages";
    /// Row 10b, of zone_flags_v311.
    PassedOverZone "shrink_page_list" Kept Some("zone_flags_v311"),
        "skipped this page: dirty, and no batch in this zone was full of such pages";
    /// Written alone.
    Written "pageout" Written HIGH_PRIORITY, "wrote this dirty page alone: one request of 4 KiB";
    /// The filesystem refused.
    Refused "pageout" Kept None, "kept this page: dirty, and the filesystem refused to write it from reclaim";
    /// The queue is congested.
    Congested "pageout" Kept None, "kept this page: dirty, and the device's queue is congested";
    /// Somebody holds a reference.
    ExtraReference "pageout" Kept None, "kept this page: someone holds a reference";
    /// No slot.
    NoSwap "add_to_swap" Activated None, "moved this page to the active list: anonymous, and no swap slot is free";
    /// Off its mapping.
    Freed "__remove_mapping" Freed None, "freed this page: clean and unused";
    /// Somebody holds a reference.
    NotFreeable "__remove_mapping" Kept None, "kept this page: someone holds a reference";
    /// Moved to the tail of the inactive list.
    Rotated "end_page_writeback" Rotated INSTANT_FREE, "moved this page to the tail, to be freed next: its write has ended";
    /// Freed at once.
    FreedAtCompletion "end_page_writeback" Freed INSTANT_FREE, "freed this page: its write has ended";

    /// A new page of a file.
    EntersCache "add_to_page_cache_lru" Event None, "read or wrote a file page into this frame";
    /// A new anonymous page.
    EntersAnon "do_anonymous_page" Event None, "put new anonymous memory into this frame";
    /// Comes from swap.
    SwappedIn "swapin_readahead" Event None, "read a page from swap into this frame";
    /// On its list, after the pagevec.
    OnList "____pagevec_lru_add" Event None, "put this page at the head of its LRU list";
    /// First use.
    MarkedReferenced "mark_page_accessed" Event None, "used this page and marked it PG_referenced";
    /// Second use.
    ActivatedByUse "mark_page_accessed" Activated None, "used this page again and moved it to the active list";
    /// Dirtied.
    Dirtied "set_page_dirty" Event None, "wrote to this page: now dirty";
    /// Its write is started.
    WriteStarted "set_page_writeback" Event None, "started the write of this page to the device";
    /// Its write has ended.
    WriteEnded "end_page_writeback" Event None, "ended the write of this page";
    /// Taken off the tail.
    Isolated "isolate_lru_pages" Event None, "isolated this page from the tail of the inactive list, in a batch";
    /// Back to the head.
    PutBack "putback_lru_pages" Event None, "put this page back at the head of its list";
    /// From the tail of active to the head of inactive.
    Deactivated "shrink_active_list" Event None, "moved this page from the tail of the active list to the inactive list";
    /// To its slot.
    GetsSlot "add_to_swap" Event None, "gave this anonymous page a swap slot";
    /// To the allocator.
    GivenBack "free_hot_cold_page" Event None, "freed this frame";
}
