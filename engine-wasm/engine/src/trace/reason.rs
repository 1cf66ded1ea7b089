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

/// What is told of a reason.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// Stable name.
    pub name: &'static str,
    /// The kernel function.
    pub function: &'static str,
    /// The decision in words; a sentence about the page from `it` on.
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

            /// What is told of it.
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
    Locked "shrink_page_list" Kept None, "locked by somebody, so it stays";
    /// Under writeback.
    UnderWriteback "shrink_page_list" Kept None, "under writeback, so it stays";
    /// The reference test says: active.
    Activated "page_check_references" Activated None, "used again, so it goes to the active list";
    /// The reference test says: keep.
    Referenced "page_check_references" Kept None, "used since the last look, so it gets another trip";
    /// Dirty and referenced.
    DirtyReferenced "shrink_page_list" Kept None, "dirty and used, so it gets another trip";
    /// No I/O or filesystem calls allowed in this context.
    MayNotEnter "shrink_page_list" Kept None, "dirty, and this context may not write, so it stays";
    /// A dirty file page, and this reclaimer does not write.
    PassedOverDirect "shrink_page_list" Kept Some("no_direct_fs_writeback"),
        "dirty, and direct reclaim leaves writing to the flusher";
    /// A dirty file page, and kswapd is not in trouble yet.
    PassedOverPriority "shrink_page_list" Kept HIGH_PRIORITY, "dirty, and kswapd writes only in trouble";
    /// A dirty file page, and the tail of kswapd's zone is not known to be full of them.
    PassedOverKswapd "shrink_page_list" Kept Some("no_kswapd_fs_writeback"),
        "dirty, and kswapd writes no file pages";
    /// Row 10b, of zone_flags_v311.
    PassedOverZone "shrink_page_list" Kept Some("zone_flags_v311"),
        "dirty, and kswapd has not met a batch full of such pages here";
    /// Written alone.
    Written "pageout" Written HIGH_PRIORITY, "dirty, so it is written alone, one page of 4 KiB";
    /// The filesystem refused.
    Refused "pageout" Kept None, "dirty, and the filesystem refused to write it from reclaim";
    /// The queue is congested.
    Congested "pageout" Kept None, "dirty, and the device's queue is congested, so it stays";
    /// Somebody holds a reference.
    ExtraReference "pageout" Kept None, "somebody holds a reference, so it stays";
    /// No slot.
    NoSwap "add_to_swap" Activated None, "anonymous and no swap slot is free, so it goes to the active list";
    /// Off its mapping.
    Freed "__remove_mapping" Freed None, "clean and unused, so it is freed";
    /// Somebody holds a reference.
    NotFreeable "__remove_mapping" Kept None, "somebody holds a reference, so it stays";
    /// Moved to the tail of the inactive list.
    Rotated "end_page_writeback" Rotated INSTANT_FREE, "its write ended, so it goes to the tail to be freed next";
    /// Freed at once.
    FreedAtCompletion "end_page_writeback" Freed INSTANT_FREE, "its write ended, so it is freed at once";

    /// A new page of a file.
    EntersCache "add_to_page_cache_lru" Event None, "it takes in a page of a file";
    /// A new anonymous page.
    EntersAnon "do_anonymous_page" Event None, "it takes in new memory of a task";
    /// Comes from swap.
    SwappedIn "swapin_readahead" Event None, "it takes in a page that comes back from swap";
    /// On its list, after the pagevec.
    OnList "____pagevec_lru_add" Event None, "it goes to the head of its list";
    /// First use.
    MarkedReferenced "mark_page_accessed" Event None, "it is used, and marked PG_referenced";
    /// Second use.
    ActivatedByUse "mark_page_accessed" Activated None, "it is used again, so it goes to the active list";
    /// Dirtied.
    Dirtied "set_page_dirty" Event None, "it is written to and becomes dirty";
    /// Its write is started.
    WriteStarted "set_page_writeback" Event None, "its write to the device begins";
    /// Its write has ended.
    WriteEnded "end_page_writeback" Event None, "its write has ended";
    /// Taken off the tail.
    Isolated "isolate_lru_pages" Event None, "reclaim takes it off the tail of the inactive list, in a batch";
    /// Back to the head.
    PutBack "putback_lru_pages" Event None, "it goes back to the head of its list";
    /// From the tail of active to the head of inactive.
    Deactivated "shrink_active_list" Event None, "it goes from the tail of the active list to the inactive list";
    /// To its slot.
    GetsSlot "add_to_swap" Event None, "it is anonymous and gets a slot of the swap area";
    /// To the allocator.
    GivenBack "free_hot_cold_page" Event None, "it is free again";
}
