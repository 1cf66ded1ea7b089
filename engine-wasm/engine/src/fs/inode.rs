//! What a filesystem keeps of an inode: where its next blocks come from, and blocks of the device that tell where its
//! other blocks are: indirect blocks of ext2 and ext3 (fs/ext2/inode.c: ext2_block_to_path), leaves of extent trees of
//! ext4 (fs/ext4/extents.c).

use super::ext::Window;
use crate::scenario::FilesystemKind::{self, Ext2, Ext3, Ext4};

/// Pages whose places the inode itself holds (EXT2_NDIR_BLOCKS).
const DIRECT: u32 = 12;
/// Places that an indirect block of 4 KiB holds.
const PLACES: u32 = 1_024;
/// Extents that an inode of ext4 itself holds.
const IN_INODE: u32 = 4;
/// Extents that a leaf holds: 12 bytes each, behind a header of 12.
const IN_LEAF: u32 = 340;
const NONE: u64 = u64::MAX;

/// Where an inode's next blocks come from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placement {
    /// Nobody has it open to write to any more: it does not grow.
    pub closed: bool,
    /// ext2, ext3: its reservation window.
    pub(super) window: Window,
    /// Block of its inode, once it has blocks.
    pub inode: Option<u64>,
    /// ext2: it has grown since its inode was written.
    pub grown: bool,
    /// ext4: pages that a flusher holds locked until all of them are sent: the first, and the one after the last.
    pub locked: (u32, u32),
}

/// A file's. Of a file over 4 GiB the triple indirect block is left out.
#[derive(Clone, Debug, Default)]
pub struct Branch {
    /// Indirect blocks, or leaves, in the order of what they map.
    first: Vec<u64>,
    /// Double indirect blocks.
    double: Vec<u64>,
}

/// A place in a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Of an indirect block or a leaf.
    First(usize),
    /// Of a double indirect block.
    Double(usize),
}

/// The blocks that page `index`, whose extent is the `extent`th of its file, hangs on: first the double indirect one.
fn path(kind: FilesystemKind, index: u32, extent: u32) -> [Option<Place>; 2] {
    let first = match kind {
        Ext2 | Ext3 => index.checked_sub(DIRECT).map(|n| n / PLACES),
        Ext4 => extent.checked_sub(IN_INODE).map(|n| n / IN_LEAF),
        _ => None,
    };
    let double = first
        .filter(|_| kind != Ext4)
        .and_then(|n| n.checked_sub(1));
    [
        double.map(|n| Place::Double((n / PLACES) as usize)),
        first.map(|n| Place::First(n as usize)),
    ]
}

/// The first page that hangs on other blocks than page `index` does.
#[must_use]
pub fn end_of(kind: FilesystemKind, index: u32) -> u32 {
    match kind {
        Ext2 | Ext3 if index < DIRECT => DIRECT,
        Ext2 | Ext3 => ((index - DIRECT) / PLACES + 1).saturating_mul(PLACES) + DIRECT,
        _ => u32::MAX,
    }
}

impl Branch {
    fn get(&self, place: Place) -> Option<u64> {
        let block = match place {
            Place::First(at) => self.first.get(at),
            Place::Double(at) => self.double.get(at),
        };
        block.copied().filter(|&block| block != NONE)
    }

    /// The first block that page `index` hangs on and that the file has not got yet.
    #[inline]
    #[must_use]
    pub fn missing(&self, kind: FilesystemKind, index: u32, extent: u32) -> Option<Place> {
        let path = path(kind, index, extent).into_iter().flatten();
        path.into_iter().find(|&place| self.get(place).is_none())
    }

    /// The blocks that page `index` hangs on.
    pub fn blocks_of(
        &self,
        kind: FilesystemKind,
        index: u32,
        extent: u32,
    ) -> impl Iterator<Item = u64> {
        let blocks = path(kind, index, extent).map(|place| self.get(place?));
        blocks.into_iter().flatten()
    }

    /// A block for a place.
    pub fn set(&mut self, place: Place, block: u64) {
        let (blocks, at) = match place {
            Place::First(at) => (&mut self.first, at),
            Place::Double(at) => (&mut self.double, at),
        };
        if at >= blocks.len() {
            blocks.resize(at + 1, NONE);
        }
        blocks[at] = block;
    }

    /// One of the blocks, which is none of the branch afterwards.
    pub fn pop(&mut self) -> Option<u64> {
        loop {
            let block = self.first.pop().or_else(|| self.double.pop())?;
            if block != NONE {
                return Some(block);
            }
        }
    }

    /// Takes all blocks out.
    pub fn clear(&mut self) {
        self.first.clear();
        self.double.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_indirect_block_maps_1_024_pages_behind_the_first_12() {
        use Place::{Double, First};
        let branch = Branch::default();
        for (index, missing) in [
            (0, None),
            (11, None),
            (12, Some(First(0))),
            (1_035, Some(First(0))),
            (1_036, Some(Double(0))),
            (12 + 1_024 + 1_048_576, Some(Double(1))),
        ] {
            assert_eq!(branch.missing(Ext2, index, 0), missing, "{index}");
        }
        let ends = [0, 11, 12, 1_035, 1_036].map(|index| end_of(Ext3, index));
        assert_eq!(ends, [12, 12, 1_036, 1_036, 2_060]);
    }

    #[test]
    fn an_inode_of_ext4_holds_four_extents_and_a_leaf_340() {
        let mut branch = Branch::default();
        assert_eq!(branch.missing(Ext4, 5_000_000, 3), None);
        assert_eq!(branch.missing(Ext4, 0, 4), Some(Place::First(0)));
        branch.set(Place::First(0), 77);
        assert_eq!(branch.missing(Ext4, 0, 343), None);
        assert_eq!(branch.missing(Ext4, 0, 344), Some(Place::First(1)));
        assert_eq!(branch.blocks_of(Ext4, 0, 10).collect::<Vec<_>>(), [77]);
        assert_eq!((branch.pop(), branch.pop()), (Some(77), None));
    }
}
