//! The scenarios that come with the program: the files of `public/gallery`, built in.
//!
//! Beside the gallery that people choose from stand the runs that were measured on real kernels, in
//! `public/gallery/measured`: links and the command line know them by their names, and the published figures use them.

use super::by_name;
use super::document::Scenario;

/// A scenario of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GalleryEntry {
    /// Its name in links and on the command line: the stem of its file.
    pub id: &'static str,
    /// The document.
    pub json: &'static str,
}

macro_rules! gallery {
    ($folder:literal; $($id:literal),* $(,)?) => {
        &[$(GalleryEntry {
            id: $id,
            json: include_str!(concat!("../../../public/gallery/", $folder, $id, ".json")),
        }),*]
    };
}

/// Every scenario of the gallery, in the order in which it is shown.
pub const GALLERY: &[GalleryEntry] = gallery![
    "";
    "weiner-usb",
    "weiner-usb-small",
    "weiner-2g-fsmark",
    "weiner-2zone",
    "fsmark-xfs-512m",
    "fsmark-xfs-1024m",
    "fsmark-xfs-4608m",
    "simple-wb-512m",
    "simple-wb-1024m",
    "simple-wb-4608m",
    "mmap-strm-512m",
    "mmap-strm-1024m",
    "mmap-strm-4608m",
    "fsmark-usb-laptop",
    "simple-wb-usb-laptop",
    "mmap-strm-usb-laptop",
    "iozone-mel001",
    "hansen-round-robin",
    "hansen-dd",
    "kim-build",
    "real-write-3x-ram",
    "real-cyclic-read-115pct",
    "real-anon-hog-120pct-swap",
    "cache-zipf",
    "teaching-machine",
];

/// What ran on real kernels too, so that the model is held against it.
pub const MEASURED: &[GalleryEntry] = gallery![
    "measured/";
    "measured-disk-4-writers",
    "measured-stick-4-writers",
    "measured-block-device",
    "measured-ext4-4-writers",
    "measured-hog-and-writer",
    "measured-fs-mark",
    "measured-readers-16",
    "measured-shared-mapping",
];

/// The gallery and what was measured.
pub fn all_entries() -> impl Iterator<Item = &'static GalleryEntry> {
    GALLERY.iter().chain(MEASURED)
}

impl GalleryEntry {
    /// The document as a scenario; tests see to it that every entry has one.
    pub fn scenario(&self) -> Option<Scenario> {
        by_name::from_text(self.json).ok()
    }
}

/// The scenario with that id, of the gallery or of what was measured.
pub fn gallery_scenario(id: &str) -> Option<Scenario> {
    all_entries().find(|entry| entry.id == id)?.scenario()
}
