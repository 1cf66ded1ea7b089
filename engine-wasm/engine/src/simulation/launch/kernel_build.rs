//! Starts a kernel build: its parallel jobs.

use super::{Named, Simulation};
use crate::scenario::Program;
use crate::workload::kernel_build::{self, KernelBuild, Slot};

impl Simulation {
    /// What a `kernel_build` asks for, in pages and nanoseconds.
    pub(super) fn kernel_build(&self, program: &Program) -> Option<KernelBuild> {
        let Program::KernelBuild {
            filesystem,
            jobs,
            builds,
            text_kb,
            headers_kb,
            read_kb,
            anon_kb,
            cpu_ms,
            object_kb,
            link_anon_kb,
            image_kb,
            ..
        } = program
        else {
            return None;
        };
        let pages = |kb: &u64| kb.div_ceil(4) as u32;
        Some(KernelBuild {
            filesystem: self.stream(filesystem, 4, 4, 1).filesystem,
            jobs: *jobs,
            builds: *builds,
            text: pages(text_kb),
            headers: pages(headers_kb),
            reads: pages(read_kb),
            anon: pages(anon_kb),
            cpu: u64::from(*cpu_ms) * 1_000_000,
            object: pages(object_kb),
            link_anon: pages(link_anon_kb),
            image: pages(image_kb),
        })
    }

    /// Its jobs at once, each with memory of its own, and the barrier that they meet at.
    pub(super) fn add_kernel_build(&mut self, build: KernelBuild, slots: u32, user: &Named<'_>) {
        let barrier = self.add_barrier(slots);
        for number in 0..slots {
            let link = if number == 0 { build.link_anon } else { 0 };
            let spec = Slot {
                build,
                space: self.add_space(build.most_anon().max(link)),
                barrier,
                number,
            };
            self.add_task(user(number, slots), |cx| {
                Box::pin(kernel_build::slot(cx, spec))
            });
        }
    }
}
