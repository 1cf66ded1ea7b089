//! Terminal output in pieces larger than a page: `pty_high_order_atomic` (2.6.31 to 2.6.34-rc1, fixed in 2.6.34-rc2 by
//! "tty: keep the default buffering to sub-page units").

use super::{Docs, Info, Mechanism, Shortcut};

/// The id, requirements, exclusions and allowed shortcuts of this mechanism.
pub const INFO: Info = Info {
    shortcuts: Shortcut::ALL,
    ..Info::new(Mechanism::PtyHighOrderAtomic, "pty_high_order_atomic")
};

/// The title, explanation and source of this mechanism, for the user interface.
pub const DOCS: Docs = Docs {
    title: "Terminal buffers need contiguous pages",
    explanation: "Terminal buffers are allocated atomically in one piece, so 2 kB of output need two contiguous pages.",
    source: "2.6.31 to 2.6.34-rc1; fixed in 2.6.34-rc2",
    posting: "gorman-2010",
    kernel: "2.6.31",
    assumed: false,
};

/// Bytes of struct tty_buffer in front of the data.
const HEADER: u64 = 40;
/// Buffer sizes are multiples of this number of bytes.
const UNIT: u64 = 256;
/// Bytes of a page.
const PAGE: u64 = 4096;
/// Maximum number of bytes that a write passes to the terminal in one piece.
pub const CHUNK: u64 = 2048;

/// Decision point in tty_insert_flip_string: the maximum number of bytes in a piece.
#[must_use]
pub fn piece_bytes(on: bool) -> u64 {
    if on {
        CHUNK
    } else {
        (PAGE - HEADER) / 2 / UNIT * UNIT
    }
}

/// Returns the bytes allocated for a piece: each byte comes with a flag byte.
#[must_use]
pub fn buffer_bytes(piece: u64) -> u64 {
    HEADER + 2 * piece.next_multiple_of(UNIT)
}

/// Returns log2 of the pages allocated for a piece.
#[must_use]
pub fn buffer_order(piece: u64) -> u8 {
    let pages = buffer_bytes(piece).div_ceil(PAGE);
    pages.next_power_of_two().ilog2() as u8
}
