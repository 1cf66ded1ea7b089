//! `kernel_build`: make.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::super::limits;
use super::super::report::ProgramReport;
use super::super::sizes::Ratio;
use super::super::sizes::product;
use super::{Draw, Knobs};

/// make: `slots` parallel compilations share the compiler's text and the headers. The objects of each directory are
/// linked; at the end, the image and the modules are linked. `make clean` ends each build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct KernelBuild {
    /// Filesystem name.
    pub filesystem: String,
    /// Parallel compilations (make -j).
    #[schemars(transform = limits::TASKS.range(), example = 4)]
    pub slots: u32,
    /// Compilations per build.
    #[schemars(transform = limits::FILES.from_one(), example = 400)]
    pub jobs: u32,
    /// Number of builds, one after the other.
    #[schemars(transform = limits::LOOPS.range(), example = 1)]
    pub builds: u32,
    /// Size of the compiler's text, kB.
    #[schemars(transform = limits::FILE_KB.range(), example = 16_384)]
    pub text_kb: u64,
    /// Size of all headers, kB.
    #[schemars(transform = limits::FILE_KB.range(), example = 65_536)]
    pub headers_kb: u64,
    /// Source and headers that a compilation reads, kB.
    #[schemars(transform = limits::FILE_KB.range(), example = 4_096)]
    pub read_kb: u64,
    /// Median of a compilation's anonymous memory, kB.
    #[schemars(transform = limits::ANON_KB.range(), example = 40_960)]
    pub anon_kb: u64,
    /// Median of a compilation's CPU time, milliseconds.
    #[schemars(transform = limits::MOMENT_MS.range(), example = 500)]
    pub cpu_ms: u32,
    /// Mean size of the object file that a compilation writes, kB. The linked files of all directories together are as
    /// large as all objects, and so are all modules.
    #[schemars(transform = limits::FILE_KB.range(), example = 256)]
    pub object_kb: u64,
    /// Anonymous memory of the linker of the image, kB.
    #[schemars(transform = limits::ANON_KB.range(), example = 131_072)]
    pub link_anon_kb: u64,
    /// Size of the image, kB; it is linked four times.
    #[schemars(transform = limits::FILE_KB.range(), example = 32_768)]
    pub image_kb: u64,
}

/// Code of the linker, kB, which the engine adds to the files.
const LINKER_KB: u64 = 2_048;

impl Knobs for KernelBuild {
    const BEHIND_DAEMON: bool = false;

    fn tasks(&self) -> u64 {
        self.slots.into()
    }

    fn files(&self) -> u64 {
        // One object per compilation, at most as many linked files of directories and at most as many modules, four
        // images, and the compiler, the linker, the headers and the sources.
        u64::from(self.jobs) * 3 + 8
    }

    fn on_device(&self) -> Option<(&str, u64)> {
        // Each compilation writes its object, a share of its directory's linked file, and a share of a module. An
        // object has up to five thirds of the mean size.
        let each = self
            .read_kb
            .saturating_add(self.object_kb.saturating_mul(5));
        let shared = self
            .text_kb
            .saturating_add(self.headers_kb)
            .saturating_add(LINKER_KB)
            .saturating_add(self.image_kb.saturating_mul(4));
        let kb = product(&[self.jobs.into(), each]).saturating_add(shared);
        Some((&self.filesystem, kb))
    }

    fn check(&self, report: &mut ProgramReport<'_>) {
        report.filesystem(&self.filesystem);
        report.without_daemon("filesystem", &self.filesystem);
        report.within(limits::TASKS, "slots", self.slots.into());
        report.within(limits::FILES, "jobs", self.jobs.into());
        report.within(limits::LOOPS, "builds", self.builds.into());
        for (name, kb) in [
            ("text_kb", self.text_kb),
            ("headers_kb", self.headers_kb),
            ("read_kb", self.read_kb),
            ("object_kb", self.object_kb),
            ("image_kb", self.image_kb),
        ] {
            report.within(limits::FILE_KB, name, kb);
        }
        report.within(limits::ANON_KB, "anon_kb", self.anon_kb);
        report.within(limits::ANON_KB, "link_anon_kb", self.link_anon_kb);
        report.within(limits::MOMENT_MS, "cpu_ms", self.cpu_ms.into());
        report.fits_memory("anon_kb", self.anon_kb);
        report.fits_memory("link_anon_kb", self.link_anon_kb);
    }

    fn scale(&mut self, ratio: Ratio) {
        self.cpu_ms = ratio.of(self.cpu_ms.into()).max(1) as u32;
        for kb in [
            &mut self.text_kb,
            &mut self.headers_kb,
            &mut self.read_kb,
            &mut self.object_kb,
            &mut self.link_anon_kb,
            &mut self.image_kb,
            &mut self.anon_kb,
        ] {
            ratio.change(kb, 4);
        }
    }

    fn halve(&mut self) {
        self.jobs = (self.jobs / 2).max(1);
    }

    fn simplify(&mut self) {
        self.slots = 1;
    }

    fn draw(draw: &mut Draw<'_>) -> Self {
        let room = draw.room.min(draw.pages);
        Self {
            filesystem: draw.filesystem.clone(),
            slots: draw.tasks,
            jobs: draw.within(1, 12),
            builds: draw.within(1, 2),
            text_kb: draw.pick(&[4, 400, 2_000]),
            headers_kb: u64::from(draw.pages / 4).max(4),
            read_kb: draw.pick(&[4, 48, 400]),
            anon_kb: 4 * u64::from(draw.within(1, (room / 4).max(1))),
            cpu_ms: draw.pick(&[1, 20, 300]),
            object_kb: draw.pick(&[4, 100]),
            link_anon_kb: draw.anon_kb(),
            image_kb: draw.pick(&[4, 1_000]),
        }
    }
}
