//! CPU time by task and kernel function, as a sampling profiler would show it. No decision depends on it.

macro_rules! functions {
    ($($variant:ident $name:literal $text:literal;)*) => {
        /// A kernel function whose CPU time is recorded separately.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(usize)]
        pub enum Function { $(#[doc = $text] $variant,)* }

        impl Function {
            /// Every function, in the order of a [`Row`].
            pub const ALL: &'static [Function] = &[$(Function::$variant,)*];

            /// Returns the kernel's name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Function::$variant => $name,)* }
            }
        }
    };
}

functions! {
    SpinLock "__ticket_spin_lock" "Taking tree_lock, and spinning for it.";
    RemoveMapping "__remove_mapping" "Removing one page under tree_lock, alone or in a batch.";
    RemoveMappingBatch "__remove_mapping_batch" "Keeping the list of a batch of pages that are removed under one tree_lock.";
    AddToPageCache "add_to_page_cache_locked" "Inserting a page under tree_lock.";
    ShrinkPageList "shrink_page_list" "Looking at pages in reclaim.";
    FreePages "free_hot_cold_page_list" "Freeing what reclaim has taken.";
    Copy "copy_user_generic_string" "Copying between user memory and the page cache.";
}

/// CPU time by function of one task, nanoseconds.
pub type Row = [u64; Function::ALL.len()];

/// The CPU time of one task by function. The engine adds to it, and only the observer can read it. It is part of the
/// task, because every charge adds to it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Profile {
    pub(super) row: Row,
}

impl Profile {
    /// Adds time spent in a function, nanoseconds.
    #[inline]
    pub fn add(&mut self, function: Function, ns: u64) {
        self.row[function as usize] += ns;
    }

    /// Moves time from one function to another, nanoseconds: at most the time that was spent in `from`.
    pub fn reassign(&mut self, from: Function, to: Function, ns: u64) {
        let ns = ns.min(self.row[from as usize]);
        self.row[from as usize] -= ns;
        self.row[to as usize] += ns;
    }
}
