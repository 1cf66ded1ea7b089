//! The allocator of the WebAssembly modules.
//!
//! To go back in a run, the page restores an older copy of the module's memory, with the state of the allocator in it.
//! The memory itself never shrinks. After a restore, the standard library's allocator would not know of the memory that
//! it had requested since the copy was made, and would request new memory from the browser whenever the run repeats
//! that part. This allocator keeps the end of its memory in a variable that is restored as well. It first uses memory
//! that already exists beyond this end, and grows the memory only if that is not enough.
//!
//! Link it with `use reclaim_heap as _;`. In native builds it does nothing.

#[cfg(target_arch = "wasm32")]
mod wasm {
    #![expect(
        unsafe_code,
        reason = "an allocator is unsafe to write; this one hands everything to dlmalloc"
    )]

    use std::alloc::{GlobalAlloc, Layout};
    use std::arch::wasm32::{memory_grow, memory_size};
    use std::cell::UnsafeCell;
    use std::ptr::null_mut;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use dlmalloc::{Allocator, Dlmalloc};

    /// Size of a WebAssembly page, bytes.
    const PAGE: usize = 1 << 16;

    /// Start of the next region, in pages; 0 before the first one. It is part of the memory that is restored.
    static END: AtomicUsize = AtomicUsize::new(0);

    /// Allocates regions one after the other, and frees none.
    struct Memory;

    // SAFETY: a region that `alloc` returns is after all earlier ones and within the memory, and no region is freed.
    unsafe impl Allocator for Memory {
        fn alloc(&self, size: usize) -> (*mut u8, usize, u32) {
            let there = memory_size(0);
            let begin = match END.load(Ordering::Relaxed) {
                0 => there,
                end => end,
            };
            let pages = size.div_ceil(PAGE);
            let missing = (begin + pages).saturating_sub(there);
            if missing > 0 && memory_grow(0, missing) == usize::MAX {
                return (null_mut(), 0, 0);
            }
            END.store(begin + pages, Ordering::Relaxed);
            ((begin * PAGE) as *mut u8, pages * PAGE, 0)
        }

        fn remap(&self, _: *mut u8, _: usize, _: usize, _: bool) -> *mut u8 {
            null_mut()
        }

        fn free_part(&self, _: *mut u8, _: usize, _: usize) -> bool {
            false
        }

        fn free(&self, _: *mut u8, _: usize) -> bool {
            false
        }

        fn can_release_part(&self, _: u32) -> bool {
            false
        }

        fn allocates_zeros(&self) -> bool {
            // After a restore, a region may have old contents.
            false
        }

        fn page_size(&self) -> usize {
            PAGE
        }
    }

    struct Heap(UnsafeCell<Dlmalloc<Memory>>);

    // SAFETY: the modules are built without threads.
    unsafe impl Sync for Heap {}

    // SAFETY: dlmalloc fulfils the contract of an allocator, and the calls do not nest.
    unsafe impl GlobalAlloc for Heap {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            unsafe { (*self.0.get()).malloc(layout.size(), layout.align()) }
        }

        unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
            unsafe { (*self.0.get()).calloc(layout.size(), layout.align()) }
        }

        unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
            unsafe { (*self.0.get()).free(at, layout.size(), layout.align()) }
        }

        unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
            unsafe { (*self.0.get()).realloc(at, layout.size(), layout.align(), size) }
        }
    }

    #[global_allocator]
    static HEAP: Heap = Heap(UnsafeCell::new(Dlmalloc::new_with_allocator(Memory)));
}
