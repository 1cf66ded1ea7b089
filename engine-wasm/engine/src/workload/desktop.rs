//! A desktop: now and then a program starts, maps its files, allocates memory, stays for a while and exits.

use super::files::create;
use super::{Launch, Launcher};
use crate::mm::memory::fault::touch;
use crate::mm::mmap::read_shared;
use crate::mm::readahead::Readahead;
use crate::mm::readahead::mapped::Mapped;
use crate::scenario::program;
use crate::sched::context::Cx;
use crate::sched::task::Activity;

/// What the desktop does.
#[derive(Clone, Copy, Debug)]
pub struct Desktop {
    /// Index of the filesystem with the program's files.
    pub filesystem: u8,
    /// Pages of the program's files.
    pub file_pages: u32,
    /// Its address space, which each launch reuses.
    pub space: u16,
    /// Number of anonymous pages.
    pub anon_pages: u32,
    /// Time from one launch to the next, nanoseconds.
    pub every: u64,
    /// How long the program stays once it is up, nanoseconds.
    pub hold: u64,
    /// Number of launches.
    pub launches: u32,
}

impl Launch for program::Desktop {
    fn launch(&self, on: &mut Launcher<'_>) {
        let files = on.stream(&self.filesystem, self.file_kb, 4, 1);
        let anon_pages = (self.anon_kb / 4) as u32;
        let spec = Desktop {
            filesystem: files.filesystem,
            file_pages: files.pages,
            space: on.space(anon_pages),
            anon_pages,
            every: u64::from(self.every_ms) * 1_000_000,
            hold: u64::from(self.hold_ms) * 1_000_000,
            launches: self.launches,
        };
        on.task(0, 1, |cx| desktop(cx, spec));
    }
}

/// Runs the launches, one after the other.
pub async fn desktop(cx: Cx, spec: Desktop) {
    let Some(file) = create(&cx, spec.filesystem, 0) else {
        return;
    };
    let start = cx.with(|m| m.now());
    for launch in 1..=u64::from(spec.launches) {
        let began = cx.with(|m| m.now());
        let mapped = Mapped {
            id: file,
            size: spec.file_pages,
            sparse: false,
        };
        let mut ra = Readahead::default();
        let mut alive = true;
        cx.with(|m| m.map_shared(file));
        for index in 0..spec.file_pages {
            if read_shared(&cx, mapped, index, &mut ra).await.is_none() {
                alive = false;
                break;
            }
            cx.relax().await;
        }
        for vpn in 0..spec.anon_pages {
            if !alive {
                break;
            }
            alive = touch(&cx, spec.space, vpn).await.is_some();
            cx.relax().await;
        }
        cx.burn().await;
        // A person at the desktop notices the duration of a launch.
        cx.with(|m| m.end_lap("launch", began, 1));
        if alive {
            cx.sleep(spec.hold, Activity::Idle).await;
        }
        cx.with(|m| {
            m.unmap_shared(file);
            m.exit_space(spec.space);
        });
        cx.burn().await;
        let now = cx.with(|m| m.now());
        let next = start + launch * spec.every;
        if next > now {
            cx.sleep(next - now, Activity::Idle).await;
        }
    }
}
