//! Starts the tasks of a machine: kernel threads, and the programs of the workload.

use std::rc::Rc;

use super::{Simulation, TaskFuture};
use crate::fs::flusher::flusher;
use crate::fs::journal::commit::journal_thread;
use crate::mm::anon::AnonSpace;
use crate::mm::kswapd::kswapd;
use crate::mm::page_cache::MappingId;
use crate::scenario::{FilesystemKind, Workload};
use crate::sched::context::Cx;
use crate::sched::task::{Task, TaskId, TaskKind};
use crate::workload::files::{CallOrder, Stream};
use crate::workload::fuse::daemon;
use crate::workload::launch;
use crate::workload::shared::FuseConnection;

impl Simulation {
    fn add_task(&mut self, task: Task, program: impl FnOnce(Cx) -> TaskFuture) -> TaskId {
        let id = self.machine.borrow_mut().add_task(task);
        let cx = Cx::new(Rc::clone(&self.machine), id);
        self.futures.push(Some(program(cx)));
        id
    }

    /// Makes a thread that kthreadd starts. pdflush, the flusher of older kernels, sets itself back to nice 0.
    fn kernel_thread(&self, name: String, kind: TaskKind) -> Task {
        Task {
            weight: self.machine.borrow().rules.sched.kthread_weight,
            ..Task::new(name, kind)
        }
    }

    pub(super) fn start_kernel_tasks(&mut self) {
        let task = self.kernel_thread("kswapd0".into(), TaskKind::Kswapd);
        let id = self.add_task(task, |cx| Box::pin(kswapd(cx, true)));
        self.machine.borrow_mut().memory.kswapd.runs_as(id);
        let mut started = vec![id];
        let bdis: Vec<_> = self
            .machine
            .borrow()
            .io
            .bdis()
            .iter()
            .map(|bdi| (bdi.name.clone(), bdi.device.is_some()))
            .collect();
        for (bdi, (name, has_device)) in bdis.into_iter().enumerate() {
            if has_device {
                let task = Task::new(format!("flush-{name}"), TaskKind::Flusher);
                let id = self.add_task(task, |cx| Box::pin(flusher(cx, bdi as u8)));
                self.machine.borrow_mut().io.bdi_mut(bdi as u8).flusher = Some(id);
                started.push(id);
            }
        }
        for at in 0..self.scenario.filesystems.len() {
            let journal = self
                .machine
                .borrow()
                .io
                .filesystem(at as u8)
                .journal
                .as_ref()
                .map(|journal| journal.thread_name());
            if let Some(name) = journal {
                let device = self.scenario.filesystems[at].device.clone();
                let task = self.kernel_thread(name.to_owned() + "/" + &device, TaskKind::Flusher);
                let id = self.add_task(task, |cx| Box::pin(journal_thread(cx, at as u8)));
                started.push(id);
            }
            let block_mapping = self.machine.borrow().io.filesystem(at as u8).block_mapping;
            if let Some(block_mapping) = block_mapping {
                let connection = self.machine.borrow().programs.next_connection();
                let mut task = Task::new("ntfs-3g".into(), TaskKind::Daemon);
                // The daemon wrote everything that reached its device before the run.
                let percent = self.earlier_writes_percent(at);
                task.dirties = self.machine.borrow().writeback.dirties.earlier(percent);
                let id = self.add_task(task, |cx| Box::pin(daemon(cx, connection)));
                let mut machine = self.machine.borrow_mut();
                machine
                    .programs
                    .connect(FuseConnection::new(at as u8, id, block_mapping));
                machine.io.filesystem_mut(at as u8).fuse = Some(connection);
                started.push(id);
            }
        }
        let mut machine = self.machine.borrow_mut();
        for id in started {
            machine.make_runnable(id);
        }
    }

    /// Returns the share of the writes before the run that went to a filesystem's device, percent.
    fn earlier_writes_percent(&self, filesystem: usize) -> u32 {
        let name = &self.scenario.filesystems[filesystem].device;
        let mut devices = self.scenario.devices.iter();
        devices
            .find(|device| device.name == *name)
            .map_or(0, |device| device.earlier_writes_percent)
    }

    pub(super) fn add_workloads(&mut self) {
        let entries = std::mem::take(&mut self.scenario.workload);
        for (at, workload) in entries.iter().enumerate() {
            let mut launcher = Launcher {
                simulation: self,
                workload,
                at: at as u32,
            };
            launch(&workload.run, &mut launcher);
        }
        self.scenario.workload = entries;
    }
}

/// Adds what one entry of the workload needs: tasks, address spaces and files.
pub struct Launcher<'a> {
    simulation: &'a mut Simulation,
    workload: &'a Workload,
    at: u32,
}

impl Launcher<'_> {
    /// Adds the `n`-th of `of` tasks.
    pub fn task<F>(&mut self, n: u32, of: u32, run: impl FnOnce(Cx) -> F)
    where
        F: Future<Output = ()> + 'static,
    {
        let task = self.named(n, of);
        self.simulation.add_task(task, |cx| Box::pin(run(cx)));
    }

    fn named(&self, n: u32, of: u32) -> Task {
        let mut name = self.workload.name.clone();
        if of > 1 {
            name = format!("{name}-{}", n + 1);
        }
        Task {
            awaited: self.workload.is_awaited(),
            workload: Some(self.at),
            ..Task::new(name, TaskKind::User)
        }
    }

    /// Adds an address space of `pages` pages.
    pub fn space(&mut self, pages: u32) -> u16 {
        let mut machine = self.simulation.machine.borrow_mut();
        machine.memory.add_space(AnonSpace::new(pages))
    }

    /// Returns the stream over the files called `name`, or over unnamed ones.
    #[must_use]
    pub fn stream_over(&mut self, stream: Stream, name: Option<&str>) -> Stream {
        let mut machine = self.simulation.machine.borrow_mut();
        let named = name.map(|name| machine.name_files(stream.filesystem, name, stream.pages));
        Stream { named, ..stream }
    }

    /// Divides a block device into parts for `tasks` tasks, because it is one file that all of them share. Returns the
    /// part of the first task, or `None` if the stream is not over a block device.
    pub fn parts_of_device(&mut self, stream: Stream, tasks: u32) -> Option<Stream> {
        let mut machine = self.simulation.machine.borrow_mut();
        if machine.io.filesystem(stream.filesystem).kind != FilesystemKind::BlockDevice {
            return None;
        }
        let pages = stream.pages.saturating_mul(tasks);
        let (named, first) = machine.take_part_of_device(stream.filesystem, pages);
        Some(Stream {
            named: Some(named),
            first,
            ..stream
        })
    }

    /// Whether the entry starts with the run.
    #[must_use]
    pub fn starts_with_the_run(&self) -> bool {
        self.workload.start_ms == 0 && self.workload.after.is_none()
    }

    /// Puts the pages of a process that runs before the workload starts, and of the file that it maps, in memory, as
    /// far as there is room. Returns the file, if it has one.
    pub fn bring_in(&mut self, filesystem: u8, file_pages: u32, space: u16) -> Option<MappingId> {
        let spread = self.simulation.scenario.machine.resident.spread;
        let mut machine = self.simulation.machine.borrow_mut();
        machine.place_process(filesystem, file_pages, space, spread)
    }

    /// Adds a barrier for `parties` tasks.
    pub fn barrier(&mut self, parties: u32) -> usize {
        let mut machine = self.simulation.machine.borrow_mut();
        machine.programs.add_barrier(parties)
    }

    /// Returns the index of a filesystem.
    #[must_use]
    pub fn filesystem(&self, name: &str) -> u8 {
        let mut filesystems = self.simulation.scenario.filesystems.iter();
        filesystems.position(|fs| fs.name == name).unwrap_or(0) as u8
    }

    /// Returns a stream that passes over a file from front to back.
    #[must_use]
    pub fn stream(&self, filesystem: &str, file_kb: u64, call_kb: u32, passes: u32) -> Stream {
        Stream {
            filesystem: self.filesystem(filesystem),
            first: 0,
            pages: file_kb.div_ceil(4) as u32,
            call_pages: call_kb.div_ceil(4).max(1),
            passes,
            fsync_pages: 0,
            order: CallOrder::Sequential,
            named: None,
        }
    }

    /// Returns a separate seed for the `n`-th task of this entry.
    #[must_use]
    pub fn seed_of(&self, n: u32) -> u64 {
        let task = u64::from(self.at) << 32 | u64::from(n);
        // Multiplying by the golden ratio spreads out the adjacent seeds of two scenarios.
        (self.seed() + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ task
    }

    /// The scenario's seed.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.simulation.scenario.seed
    }
}
