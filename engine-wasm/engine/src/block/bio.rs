//! Bios, which callers submit to the block layer.

use crate::kernel::rules::QueueClass;

/// Direction of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// From the device.
    Read,
    /// To the device.
    Write,
}

/// The sender of a bio. It is used only for display and statistics, and does not influence service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A flusher thread, or pdflush.
    Flusher,
    /// A task that writes out pages inside balance_dirty_pages.
    Dirtier,
    /// File pages written by direct reclaim.
    DirectReclaim,
    /// File pages written by kswapd.
    Kswapd,
    /// Anonymous pages going to swap.
    SwapOut,
    /// Anonymous pages coming from swap.
    SwapIn,
    /// File pages that a task waits for.
    Read,
    /// File pages read ahead.
    Readahead,
    /// Bitmaps, inode tables, indirect blocks.
    Metadata,
    /// A task that writes out a file and waits for it (fsync).
    Fsync,
}

impl Origin {
    /// Number of origins.
    pub const COUNT: usize = 10;

    /// Index of this origin in arrays of `Origin::COUNT` elements.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// All origins, in the order of their indexes.
    pub const ALL: [Origin; Origin::COUNT] = [
        Origin::Flusher,
        Origin::Dirtier,
        Origin::DirectReclaim,
        Origin::Kswapd,
        Origin::SwapOut,
        Origin::SwapIn,
        Origin::Read,
        Origin::Readahead,
        Origin::Metadata,
        Origin::Fsync,
    ];

    /// Returns the name that the web page uses.
    pub const fn name(self) -> &'static str {
        match self {
            Origin::Flusher => "flusher",
            Origin::Dirtier => "balance_dirty_pages",
            Origin::DirectReclaim => "direct reclaim",
            Origin::Kswapd => "kswapd",
            Origin::SwapOut => "swap-out",
            Origin::SwapIn => "swap-in",
            Origin::Read => "read",
            Origin::Readahead => "readahead",
            Origin::Metadata => "metadata",
            Origin::Fsync => "fsync",
        }
    }

    /// Returns the bit of this origin in [`crate::block::Completion::origins`].
    pub const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// Consecutive blocks of one queue, to be read or written.
#[derive(Clone, Copy, Debug)]
pub struct Bio<'a> {
    /// First block, in units of 4 KiB, on the device of the queue.
    pub block: u64,
    /// Read or write.
    pub op: Op,
    /// A task waits for this write (REQ_SYNC). Reads are always sync, regardless of this field.
    pub sync: bool,
    /// The sender of the bio.
    pub origin: Origin,
    /// Other senders whose pages were merged with it in a plug, and their numbers of pages.
    pub others: &'a [(Origin, u32)],
    /// The id of the task that submits it.
    pub task: u32,
    /// Page frames, one per block.
    pub pages: &'a [u32],
    /// Number of bios (struct bio) that the kernel allocates for these pages and frees when their request ends.
    pub bios: u32,
}

impl Bio<'_> {
    /// Returns the number of pages of each sender.
    pub fn senders(&self) -> impl Iterator<Item = (Origin, u64)> {
        let of_others: u64 = self.others.iter().map(|&(_, pages)| u64::from(pages)).sum();
        let own = (self.origin, self.pages.len() as u64 - of_others);
        let others = self
            .others
            .iter()
            .map(|&(origin, pages)| (origin, u64::from(pages)));
        others.chain([own])
    }

    /// Returns the bits of all its senders.
    pub fn origins(&self) -> u16 {
        self.others
            .iter()
            .fold(self.origin.bit(), |bits, (origin, _)| bits | origin.bit())
    }

    /// Whether the elevator treats the bio as sync: a read, or a write with REQ_SYNC (rw_is_sync).
    pub fn is_sync(&self) -> bool {
        self.op == Op::Read || self.sync
    }
}

/// Index of a request count, of a congestion bit and of a congestion wait queue.
///
/// The class is a number on purpose, so that the model can confuse WRITE (1) with BLK_RW_SYNC (1) as 2.6.30 does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Class(u8);

impl Class {
    /// READ, if requests are counted by direction.
    pub const READ: Class = Class(0);
    /// WRITE, if requests are counted by direction.
    pub const WRITE: Class = Class(1);
    /// BLK_RW_ASYNC, if requests are counted as sync or async.
    pub const ASYNC: Class = Class(0);
    /// BLK_RW_SYNC, if requests are counted as sync or async.
    pub const SYNC: Class = Class(1);
    /// Both classes.
    pub const ALL: [Class; 2] = [Class(0), Class(1)];

    /// Returns the index in arrays of two: 0 or 1.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the class under which a request is counted.
    pub fn of(rule: QueueClass, op: Op, sync: bool) -> Class {
        match (rule, op) {
            (QueueClass::Direction, Op::Read) => Class::READ,
            (QueueClass::Direction, Op::Write) => Class::WRITE,
            (QueueClass::SyncAsync, Op::Read) => Class::SYNC,
            (QueueClass::SyncAsync, Op::Write) if sync => Class::SYNC,
            (QueueClass::SyncAsync, Op::Write) => Class::ASYNC,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_follow_the_direction_up_to_2_6_29_and_sync_after() {
        let by_direction = |op, sync| Class::of(QueueClass::Direction, op, sync);
        assert_eq!(by_direction(Op::Read, false), Class::READ);
        assert_eq!(by_direction(Op::Write, true), Class::WRITE);
        let by_sync = |op, sync| Class::of(QueueClass::SyncAsync, op, sync);
        assert_eq!(by_sync(Op::Read, false), Class::SYNC);
        assert_eq!(by_sync(Op::Write, true), Class::SYNC);
        assert_eq!(by_sync(Op::Write, false), Class::ASYNC);
        assert_eq!(Class::WRITE, Class::SYNC, "the confusion of 2.6.30");
    }
}
