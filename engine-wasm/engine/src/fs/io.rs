//! The layers between programs and disks of a machine: page cache, filesystems, backing devices and block layer.

use super::filesystem::Filesystem;
use super::ioend::Ioends;
use crate::block::{BlockLayer, Plug};
use crate::mm::backing_dev::BackingDev;
use crate::mm::page::Pfn;
use crate::mm::page_cache::PageCache;

/// Plugs that are made at the start, for tasks that reclaim at the same time. More are made on demand.
const PLUGS: usize = 4;
/// Pages per request for which a plug has room from the start (512 kB).
const PLUG_PAGES: usize = 128;

/// The path of a page to a disk and back.
pub struct Io {
    /// The page cache.
    pub cache: PageCache,
    /// The block layer with its devices.
    pub block: BlockLayer,
    pub(super) filesystems: Vec<Filesystem>,
    pub(super) bdis: Vec<BackingDev>,
    /// Writes of XFS whose pages complete together.
    pub(super) ioends: Ioends,
    /// Pages of a completed request. The vector is kept to reuse its memory.
    pub(super) finished: Vec<Pfn>,
    device_of_queue: Vec<u32>,
    plugs: Vec<Plug>,
}

impl Io {
    /// Makes the state with nothing mounted, and with one backing device for each name in `devices`, in the block
    /// layer's order.
    #[must_use]
    pub fn new<'a>(
        block: BlockLayer,
        cache: PageCache,
        devices: impl Iterator<Item = &'a str>,
    ) -> Self {
        let mut io = Self {
            cache,
            block,
            filesystems: Vec::new(),
            bdis: Vec::new(),
            ioends: Ioends::default(),
            finished: Vec::new(),
            device_of_queue: Vec::new(),
            plugs: (0..PLUGS).map(|_| Plug::with_room(PLUG_PAGES)).collect(),
        };
        for name in devices {
            let device = io.block.device(name);
            io.bdis.push(BackingDev::new(name.into(), device));
            if let Some(device) = device {
                let queues = io.block.device_queues(device);
                io.device_of_queue.extend(queues.map(|_| device));
            }
        }
        io
    }

    /// Returns the number of pages that are written but still under writeback, because other pages of the same
    /// submission are not written yet.
    #[must_use]
    pub fn pages_behind(&self) -> u64 {
        self.ioends.pages_behind()
    }

    /// Registers a fuse connection and returns its backing device.
    pub fn register_connection(&mut self, name: String) -> u8 {
        self.bdis.push(BackingDev::new(name, None));
        self.bdis.len() as u8 - 1
    }

    /// Mounts a filesystem under the next number.
    pub fn mount(&mut self, filesystem: Filesystem) {
        self.filesystems.push(filesystem);
    }

    /// Returns the filesystems in the order of their numbers.
    #[must_use]
    pub fn filesystems(&self) -> &[Filesystem] {
        &self.filesystems
    }

    /// Returns a filesystem.
    #[inline]
    #[must_use]
    pub fn filesystem(&self, filesystem: u8) -> &Filesystem {
        &self.filesystems[filesystem as usize]
    }

    /// Returns a filesystem, mutable.
    #[inline]
    pub fn filesystem_mut(&mut self, filesystem: u8) -> &mut Filesystem {
        &mut self.filesystems[filesystem as usize]
    }

    /// Returns the backing devices in the order of their numbers: one per block device, then one per fuse connection.
    #[must_use]
    pub fn bdis(&self) -> &[BackingDev] {
        &self.bdis
    }

    /// Returns a backing device.
    #[inline]
    #[must_use]
    pub fn bdi(&self, bdi: u8) -> &BackingDev {
        &self.bdis[bdi as usize]
    }

    /// Returns a backing device, mutable.
    #[inline]
    pub fn bdi_mut(&mut self, bdi: u8) -> &mut BackingDev {
        &mut self.bdis[bdi as usize]
    }

    /// Returns the block device of a queue.
    #[inline]
    #[must_use]
    pub fn device_of_queue(&self, queue: u32) -> u32 {
        self.device_of_queue[queue as usize]
    }

    /// Returns an empty plug. The caller must return it with [`Io::put_plug`].
    pub fn take_plug(&mut self) -> Plug {
        self.plugs.pop().unwrap_or_default()
    }

    /// Takes back an empty plug for reuse.
    pub fn put_plug(&mut self, plug: Plug) {
        debug_assert!(plug.is_empty());
        self.plugs.push(plug);
    }
}
