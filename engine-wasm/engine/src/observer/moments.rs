//! Important moments of a run, recorded while it runs.

/// Kinds of moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Moment {
    /// kswapd woke for the first time.
    KswapdWakes = 0,
    /// A task entered direct reclaim for the first time.
    FirstDirectReclaim = 1,
    /// Reclaim wrote a page for the first time.
    FirstReclaimWrite = 2,
    /// A writer was throttled for the first time.
    DirtyLimit = 3,
    /// A task stalled for over a second for the first time.
    LongStall = 4,
    /// A task was killed for the first time because memory ran out.
    OomKill = 5,
}

impl Moment {
    /// All kinds of moments.
    pub const ALL: [Moment; 6] = [
        Moment::KswapdWakes,
        Moment::FirstDirectReclaim,
        Moment::FirstReclaimWrite,
        Moment::DirtyLimit,
        Moment::LongStall,
        Moment::OomKill,
    ];

    /// Returns the stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Moment::KswapdWakes => "kswapd_wakes",
            Moment::FirstDirectReclaim => "first_direct_reclaim",
            Moment::FirstReclaimWrite => "first_reclaim_write",
            Moment::DirtyLimit => "dirty_limit",
            Moment::LongStall => "stall_over_1s",
            Moment::OomKill => "oom_kill",
        }
    }

    /// Returns a human-readable text.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Moment::KswapdWakes => "kswapd wakes",
            Moment::FirstDirectReclaim => "first direct reclaim",
            Moment::FirstReclaimWrite => "first write from reclaim",
            Moment::DirtyLimit => "first writer throttled",
            Moment::LongStall => "a task stalls for over 1 s",
            Moment::OomKill => "out of memory, a task is killed",
        }
    }
}

/// When each kind of moment first occurred, nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moments {
    first: [Option<u64>; 6],
}

impl Moments {
    /// Records a moment. Only the first of a kind is kept.
    #[inline]
    pub fn note(&mut self, moment: Moment, at: u64) {
        self.first[moment as usize].get_or_insert(at);
    }

    /// Returns the moments so far.
    pub fn iter(&self) -> impl Iterator<Item = (Moment, u64)> + '_ {
        Moment::ALL
            .into_iter()
            .filter_map(|moment| self.first[moment as usize].map(|at| (moment, at)))
    }
}
