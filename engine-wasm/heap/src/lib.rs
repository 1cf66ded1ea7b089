//! The allocator of the modules of WebAssembly.
//!
//! Going back in a run puts an older copy of the module's memory back. The memory itself never shrinks, and the standard
//! library's allocator, put back with it, does not know of what was taken in between: it would take new memory from the
//! browser each time that the run comes that far again. This one knows where its memory ends from a variable that is put
//! back as well, and takes only what is not there yet.
//!
//! Link it with `use reclaim_heap as _;`. Natively it does nothing.

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

    /// Bytes of a page of WebAssembly.
    const PAGE: usize = 1 << 16;

    /// Where the next region begins, in pages; 0 before there is one. Part of the memory that is put back.
    static END: AtomicUsize = AtomicUsize::new(0);

    /// Takes memory after what was taken before.
    struct Memory;

    // SAFETY: a region that `alloc` returns lies after all earlier ones and within the memory, and none is given back.
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
            // Memory that is taken again has what was written there.
            false
        }

        fn page_size(&self) -> usize {
            PAGE
        }
    }

    struct Heap(UnsafeCell<Dlmalloc<Memory>>);

    // SAFETY: the modules are built without threads.
    unsafe impl Sync for Heap {}

    // SAFETY: all of it is what dlmalloc promises, and no call is made within another.
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
