//! State that a filesystem keeps for an inode: where its next blocks are allocated, and the blocks of the device that
//! map the blocks of the file. These mapping blocks are indirect blocks of ext2 and ext3 (fs/ext2/inode.c:
//! ext2_block_to_path), or leaves of extent trees of ext4 (fs/ext4/extents.c).

use super::ext::Window;
use crate::scenario::FilesystemKind::{self, Ext2, Ext3, Ext4};

/// Pages whose blocks the inode itself maps (EXT2_NDIR_BLOCKS).
const DIRECT: u32 = 12;
/// Blocks that an indirect block of 4 KiB maps.
const PLACES: u32 = 1_024;
/// Extents that the inode of ext4 itself holds.
const IN_INODE: u32 = 4;
/// Extents in a leaf: 12 bytes each, after a header of 12 bytes.
const IN_LEAF: u32 = 340;
const NONE: u64 = u64::MAX;

/// Where an inode's next blocks are allocated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placement {
    /// Whether no task has the file open for writing any more. A closed file does not grow.
    pub closed: bool,
    /// ext2, ext3: its reservation window.
    pub(super) window: Window,
    /// Block of the file's inode, once the file was written to (ext2: once it has blocks).
    pub inode: Option<u64>,
    /// When the time in the inode was last changed, in jiffies plus one; 0 if it was not changed yet.
    pub written_at: u64,
    /// ext2: whether the file has grown since its inode was last written.
    pub grown: bool,
    /// Whether the file got blocks in the running transaction.
    pub(super) ordered: bool,
    /// ext4: the range of pages that a flusher keeps locked until all of them are submitted: the first index, and the
    /// index after the last page.
    pub locked: (u32, u32),
}

/// The mapping blocks of a file. The triple indirect block of a file over 4 GiB is not modelled.
#[derive(Clone, Debug, Default)]
pub struct Branch {
    /// Indirect blocks or leaves, in the order of the pages that they map.
    first: Vec<u64>,
    /// Double indirect blocks.
    double: Vec<u64>,
}

/// Position of a mapping block in a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// An indirect block or a leaf.
    First(usize),
    /// A double indirect block.
    Double(usize),
}

/// Returns the places of the mapping blocks of page `index`, whose extent is the `extent`th of its file. The double
/// indirect block is first.
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

/// Returns the first page after `index` that has different mapping blocks.
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

    /// Returns the place of the first mapping block of page `index` that the file does not have yet.
    #[inline]
    #[must_use]
    pub fn missing(&self, kind: FilesystemKind, index: u32, extent: u32) -> Option<Place> {
        let path = path(kind, index, extent).into_iter().flatten();
        path.into_iter().find(|&place| self.get(place).is_none())
    }

    /// Returns the mapping blocks of page `index`.
    pub fn blocks_of(
        &self,
        kind: FilesystemKind,
        index: u32,
        extent: u32,
    ) -> impl Iterator<Item = u64> {
        let blocks = path(kind, index, extent).map(|place| self.get(place?));
        blocks.into_iter().flatten()
    }

    /// Sets the block of a place.
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

    /// Removes and returns one of the blocks.
    pub fn pop(&mut self) -> Option<u64> {
        loop {
            let block = self.first.pop().or_else(|| self.double.pop())?;
            if block != NONE {
                return Some(block);
            }
        }
    }

    /// Removes all blocks.
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
