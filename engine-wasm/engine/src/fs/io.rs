//! What a machine keeps between programs and its disks: the page cache, filesystems, backing devices, the block layer.

use super::filesystem::Filesystem;
use super::ioend::Ioends;
use crate::block::{BlockLayer, Plug};
use crate::mm::backing_dev::BackingDev;
use crate::mm::page::Pfn;
use crate::mm::page_cache::PageCache;

/// Plugs that there are from the start, for tasks that reclaim at the same time; more come when they are asked for.
const PLUGS: usize = 4;
/// Pages of a request for which a plug has room from the start (512 kB).
const PLUG_PAGES: usize = 128;

/// The way of a page to a disk and back.
pub struct Io {
    /// The page cache.
    pub cache: PageCache,
    /// Block devices.
    pub block: BlockLayer,
    pub(super) filesystems: Vec<Filesystem>,
    pub(super) bdis: Vec<BackingDev>,
    /// Writes of XFS whose pages end together.
    pub(super) ioends: Ioends,
    /// Pages of finished requests, reused.
    pub(super) finished: Vec<Pfn>,
    device_of_queue: Vec<u32>,
    plugs: Vec<Plug>,
}

impl Io {
    /// Nothing cached, nothing mounted, a backing device for each of `devices`, named in the block layer's order.
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

    /// Pages that have been written and are still under writeback, because others were sent with them.
    #[must_use]
    pub fn pages_behind(&self) -> u64 {
        self.ioends.pages_behind()
    }

    /// Registers a fuse connection; its backing device.
    pub fn register_connection(&mut self, name: String) -> u8 {
        self.bdis.push(BackingDev::new(name, None));
        self.bdis.len() as u8 - 1
    }

    /// Mounts a filesystem: the next number is its own.
    pub fn mount(&mut self, filesystem: Filesystem) {
        self.filesystems.push(filesystem);
    }

    /// Filesystems in order of their numbers.
    #[must_use]
    pub fn filesystems(&self) -> &[Filesystem] {
        &self.filesystems
    }

    /// A filesystem.
    #[inline]
    #[must_use]
    pub fn filesystem(&self, filesystem: u8) -> &Filesystem {
        &self.filesystems[filesystem as usize]
    }

    /// A filesystem, to change.
    #[inline]
    pub fn filesystem_mut(&mut self, filesystem: u8) -> &mut Filesystem {
        &mut self.filesystems[filesystem as usize]
    }

    /// Backing devices in order of their numbers: one a block device, then one a fuse connection.
    #[must_use]
    pub fn bdis(&self) -> &[BackingDev] {
        &self.bdis
    }

    /// A backing device.
    #[inline]
    #[must_use]
    pub fn bdi(&self, bdi: u8) -> &BackingDev {
        &self.bdis[bdi as usize]
    }

    /// A backing device, to change.
    #[inline]
    pub fn bdi_mut(&mut self, bdi: u8) -> &mut BackingDev {
        &mut self.bdis[bdi as usize]
    }

    /// The block device that a queue belongs to.
    #[inline]
    #[must_use]
    pub fn device_of_queue(&self, queue: u32) -> u32 {
        self.device_of_queue[queue as usize]
    }

    /// An empty plug; give it back with [`Io::put_plug`].
    pub fn take_plug(&mut self) -> Plug {
        self.plugs.pop().unwrap_or_default()
    }

    /// Takes a plug back that holds nothing more.
    pub fn put_plug(&mut self, plug: Plug) {
        debug_assert!(plug.is_empty());
        self.plugs.push(plug);
    }
}
