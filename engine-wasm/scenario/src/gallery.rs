//! The built-in scenarios: the files of `public/gallery`.
//!
//! `public/gallery/measured` has the scenarios that were also measured on real kernels. The page does not list them in
//! the gallery, but links and the command line accept their names, and the published figures use them.

use std::collections::BTreeMap;
use std::iter::once;

use serde::Deserialize;

use super::by_name;
use super::document::Scenario;

/// A scenario of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GalleryEntry {
    /// Name in links and on the command line: the file name without its extension.
    pub id: &'static str,
    /// The text of the document.
    pub json: &'static str,
}

macro_rules! gallery {
    ($folder:literal; $($id:literal),* $(,)?) => {
        gallery![$folder; $($id: $id),*]
    };
    ($folder:literal; $($file:literal: $id:literal),* $(,)?) => {
        &[$(GalleryEntry {
            id: $id,
            json: include_str!(concat!($folder, $file, ".json")),
        }),*]
    };
}

/// Every scenario of the gallery, in display order.
pub const GALLERY: &[GalleryEntry] = gallery![
    "../../../public/gallery/";
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

/// Scenarios that were also measured on real kernels, to validate the model.
pub const MEASURED: &[GalleryEntry] = gallery![
    "../../../public/gallery/measured/";
    "measured-disk-4-writers",
    "measured-stick-4-writers",
    "measured-block-device",
    "measured-ext4-4-writers",
    "measured-hog-and-writer",
    "measured-fs-mark",
    "measured-readers-16",
    "measured-shared-mapping",
];

/// Earlier versions of built-in scenarios, the newest first, for links that were written with them.
const FORMER: &[GalleryEntry] = gallery![
    "../former/";
    "teaching-machine-2": "teaching-machine",
    "teaching-machine": "teaching-machine",
    "real-write-3x-ram-2": "real-write-3x-ram",
    "real-cyclic-read-115pct-2": "real-cyclic-read-115pct",
    "real-anon-hog-120pct-swap-2": "real-anon-hog-120pct-swap",
    "measured-hog-and-writer-2": "measured-hog-and-writer",
    "measured-block-device": "measured-block-device",
    "measured-ext4-4-writers": "measured-ext4-4-writers",
    "measured-fs-mark": "measured-fs-mark",
    "measured-readers-16": "measured-readers-16",
    "measured-shared-mapping": "measured-shared-mapping",
    "kim-build-3": "kim-build",
    "kim-build-2": "kim-build",
    "iozone-mel001-2": "iozone-mel001",
    "iozone-mel001": "iozone-mel001",
    "weiner-2zone": "weiner-2zone",
    "weiner-2g-fsmark": "weiner-2g-fsmark",
    "weiner-usb": "weiner-usb",
    "real-anon-hog-120pct-swap": "real-anon-hog-120pct-swap",
    "measured-hog-and-writer": "measured-hog-and-writer",
    "kim-build": "kim-build",
    "real-write-3x-ram": "real-write-3x-ram",
    "real-cyclic-read-115pct": "real-cyclic-read-115pct",
];

/// Earlier titles and descriptions of built-in scenarios, by id. The CRC-32 in the payload of a `v1` link covers the
/// title and the description.
const FORMER_WORDS: &str = include_str!("../former/words.json");

/// A title and a description.
#[derive(Clone, Deserialize)]
struct Words {
    title: String,
    description: String,
}

/// Returns every version of a built-in scenario, newest first, each followed by copies with the earlier titles and
/// descriptions.
pub(super) fn every_form(id: &str) -> impl Iterator<Item = Scenario> {
    let forms = all_entries()
        .chain(FORMER)
        .filter(move |entry| entry.id == id)
        .filter_map(GalleryEntry::scenario);
    let words = former_words(id);
    forms.flat_map(move |form| {
        let earlier = words.clone().into_iter().map({
            let form = form.clone();
            move |Words { title, description }| Scenario {
                title,
                description,
                ..form.clone()
            }
        });
        once(form).chain(earlier)
    })
}

/// Reads the earlier titles and descriptions of a scenario; tests ensure that the file can be read.
fn former_words(id: &str) -> Vec<Words> {
    let mut all: BTreeMap<String, Vec<Words>> =
        serde_json::from_str(FORMER_WORDS).unwrap_or_default();
    all.remove(id).unwrap_or_default()
}

/// Returns all built-in scenarios: the gallery, then the measured ones.
pub fn all_entries() -> impl Iterator<Item = &'static GalleryEntry> {
    GALLERY.iter().chain(MEASURED)
}

impl GalleryEntry {
    /// Reads the document; tests ensure that every entry can be read.
    pub fn scenario(&self) -> Option<Scenario> {
        by_name::from_text(self.json).ok()
    }
}

/// Finds a built-in scenario by id.
pub fn gallery_scenario(id: &str) -> Option<Scenario> {
    all_entries().find(|entry| entry.id == id)?.scenario()
}
