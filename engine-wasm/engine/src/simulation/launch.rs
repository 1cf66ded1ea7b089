//! Starts the tasks of a machine: the kernel's own, and those of the workload.

mod kernel_build;

use std::rc::Rc;

use super::{Simulation, TaskFuture};
use crate::fs::flusher::flusher;
use crate::fs::journal::journal_thread;
use crate::mm::anon::AnonSpace;
use crate::mm::kswapd::kswapd;
use crate::scenario::{MMAP_STREAM_ANON_PERCENT, Program};
use crate::sched::context::Cx;
use crate::sched::task::{Task, TaskId, TaskKind};
use crate::workload::barrier::Barrier;
use crate::workload::desktop::{Desktop, desktop};
use crate::workload::files::{Stream, reader, writer};
use crate::workload::fs_mark::{self, FsMark};
use crate::workload::fuse::{FuseConnection, daemon};
use crate::workload::hog::{Hog, hog};
use crate::workload::iozone::{self, Iozone};
use crate::workload::mmap_stream::{self, MmapStream, Part};
use crate::workload::popular_reads::{self, PopularReads};
use crate::workload::pty::{Pty, pty};
use crate::workload::round_robin::{self, RoundRobin};
use crate::workload::simple_writeback::{self, SimpleWriteback};
use crate::workload::take_blocks::{TakeBlocks, take_blocks};

/// A task of a workload by its number and how many there are.
type Named<'a> = dyn Fn(u32, u32) -> Task + 'a;

impl Simulation {
    fn add_task(&mut self, task: Task, program: impl FnOnce(Cx) -> TaskFuture) -> TaskId {
        let id = self.futures.len() as TaskId;
        self.machine.borrow_mut().tasks.push(task);
        let cx = Cx::new(Rc::clone(&self.machine), id);
        self.futures.push(Some(program(cx)));
        id
    }

    pub(super) fn start_kernel_tasks(&mut self) {
        let id = self.add_task(Task::new("kswapd0".into(), TaskKind::Kswapd), |cx| {
            Box::pin(kswapd(cx, true))
        });
        self.machine.borrow_mut().kswapd.task = Some(id);
        let mut started = vec![id];
        let bdis: Vec<_> = self
            .machine
            .borrow()
            .bdis
            .iter()
            .map(|bdi| (bdi.name.clone(), bdi.device.is_some()))
            .collect();
        for (bdi, (name, has_device)) in bdis.into_iter().enumerate() {
            if has_device {
                let task = Task::new(format!("flush-{name}"), TaskKind::Flusher);
                let id = self.add_task(task, |cx| Box::pin(flusher(cx, bdi as u8)));
                self.machine.borrow_mut().bdis[bdi].flusher = Some(id);
                started.push(id);
            }
        }
        for at in 0..self.scenario.filesystems.len() {
            let journal = self.machine.borrow().filesystems[at]
                .journal
                .as_ref()
                .map(|journal| journal.thread_name());
            if let Some(name) = journal {
                let device = self.scenario.filesystems[at].device.clone();
                let task = Task::new(name.to_owned() + "/" + &device, TaskKind::Flusher);
                let id = self.add_task(task, |cx| Box::pin(journal_thread(cx, at as u8)));
                started.push(id);
            }
            let block_mapping = self.machine.borrow().filesystems[at].block_mapping;
            if let Some(block_mapping) = block_mapping {
                let connection = self.machine.borrow().fuse.len() as u32;
                let task = Task::new("ntfs-3g".into(), TaskKind::Daemon);
                let id = self.add_task(task, |cx| Box::pin(daemon(cx, connection)));
                let mut machine = self.machine.borrow_mut();
                machine
                    .fuse
                    .push(FuseConnection::new(at as u8, id, block_mapping));
                machine.filesystems[at].fuse = Some(connection);
                started.push(id);
            }
        }
        let mut machine = self.machine.borrow_mut();
        for id in started {
            machine.make_runnable(id);
        }
    }

    pub(super) fn add_workloads(&mut self) {
        let entries = std::mem::take(&mut self.scenario.workload);
        for (at, workload) in entries.iter().enumerate() {
            let user = |n: u32, of: u32| {
                let name = if of > 1 {
                    format!("{}-{}", workload.name, n + 1)
                } else {
                    workload.name.clone()
                };
                Task {
                    awaited: workload.awaited,
                    workload: Some(at as u32),
                    ..Task::new(name, TaskKind::User)
                }
            };
            match workload.run {
                Program::WriteFile {
                    ref filesystem,
                    tasks,
                    file_kb,
                    call_kb,
                    passes,
                    fsync_kb,
                } => {
                    let stream = Stream {
                        fsync_pages: fsync_kb.div_ceil(4) as u32,
                        ..self.stream(filesystem, file_kb, call_kb, passes)
                    };
                    for n in 0..tasks {
                        self.add_task(user(n, tasks), |cx| Box::pin(writer(cx, stream)));
                    }
                }
                Program::ReadFile {
                    ref filesystem,
                    tasks,
                    file_kb,
                    call_kb,
                    passes,
                } => {
                    let stream = self.stream(filesystem, file_kb, call_kb, passes);
                    for n in 0..tasks {
                        self.add_task(user(n, tasks), |cx| Box::pin(reader(cx, stream)));
                    }
                }
                Program::ReadRoundRobin {
                    ref filesystem,
                    files,
                    file_kb,
                    passes,
                    readahead,
                } => {
                    let spec = RoundRobin {
                        file: self.stream(filesystem, file_kb, 4, passes),
                        files,
                        readahead,
                    };
                    self.add_task(user(0, 1), |cx| Box::pin(round_robin::process(cx, spec)));
                }
                Program::ReadZipf {
                    ref filesystem,
                    file_kb,
                    requests,
                } => {
                    let file = self.stream(filesystem, file_kb, 4, 1);
                    let spec = PopularReads {
                        filesystem: file.filesystem,
                        pages: file.pages,
                        requests,
                        seed: self.scenario.seed,
                    };
                    self.add_task(user(0, 1), |cx| Box::pin(popular_reads::process(cx, spec)));
                }
                Program::AnonHog {
                    size_kb,
                    pause_ms,
                    run_ms,
                } => {
                    let pages = (size_kb / 4) as u32;
                    let space = self.add_space(pages);
                    let ms = 1_000_000;
                    let spec = Hog {
                        space,
                        pages,
                        pause: u64::from(pause_ms) * ms,
                        run: run_ms * ms,
                    };
                    self.add_task(user(0, 1), |cx| Box::pin(hog(cx, spec)));
                }
                Program::PtyWriter {
                    writes_per_s,
                    write_bytes,
                    run_ms,
                } => {
                    let spec = Pty {
                        pause: 1_000_000_000 / u64::from(writes_per_s),
                        bytes: u64::from(write_bytes),
                        run: run_ms * 1_000_000,
                    };
                    self.add_task(user(0, 1), |cx| Box::pin(pty(cx, spec)));
                }
                Program::TakeBlocks {
                    order,
                    held,
                    requests_per_s,
                    run_ms,
                } => {
                    let spec = TakeBlocks {
                        order,
                        held,
                        pause: 1_000_000_000 / u64::from(requests_per_s),
                        run: run_ms * 1_000_000,
                    };
                    self.add_task(user(0, 1), |cx| Box::pin(take_blocks(cx, spec)));
                }
                Program::FsMark {
                    ref filesystem,
                    threads,
                    files_per_thread,
                    file_kb,
                    call_kb,
                    loops,
                } => {
                    let file = self.stream(filesystem, file_kb, call_kb, 1);
                    let barrier = self.add_barrier(threads);
                    for thread in 0..threads {
                        let mark = FsMark {
                            file,
                            files: files_per_thread,
                            loops,
                            barrier,
                            thread,
                        };
                        self.add_task(user(thread, threads), |cx| {
                            Box::pin(fs_mark::thread(cx, mark))
                        });
                    }
                }
                Program::SimpleWriteback {
                    ref filesystem,
                    first_jobs,
                    steps,
                    total_kb,
                    call_kb,
                } => {
                    let jobs = first_jobs << steps.saturating_sub(1);
                    let barrier = self.add_barrier(jobs);
                    let stream = self.stream(filesystem, 4, call_kb, 1);
                    for job in 0..jobs {
                        let spec = SimpleWriteback {
                            filesystem: stream.filesystem,
                            first_jobs,
                            steps,
                            total_pages: total_kb / 4,
                            call_pages: stream.call_pages,
                            barrier,
                            job,
                        };
                        self.add_task(user(job, jobs), |cx| {
                            Box::pin(simple_writeback::job(cx, spec))
                        });
                    }
                }
                Program::MmapStream {
                    ref filesystem,
                    threads,
                    stream_kb,
                    mixed_kb,
                } => {
                    let stream = self.stream(filesystem, stream_kb, 4, 1);
                    self.add_mmap_stream(stream, mixed_kb, threads, &user);
                }
                Program::Iozone {
                    ref filesystem,
                    steps,
                    total_kb,
                    record_kb,
                    mkfs_kb,
                    meta_pages,
                } => {
                    let stream = self.stream(filesystem, total_kb, record_kb, 1);
                    let processes = 1 << steps.saturating_sub(1);
                    let barrier = self.add_barrier(processes);
                    for process in 0..processes {
                        let spec = Iozone {
                            filesystem: stream.filesystem,
                            total_pages: stream.pages,
                            steps,
                            record_pages: stream.call_pages,
                            mkfs_pages: (mkfs_kb / 4) as u32,
                            meta_pages,
                            barrier,
                            process,
                        };
                        self.add_task(user(process, processes), |cx| {
                            Box::pin(iozone::process(cx, spec))
                        });
                    }
                }
                Program::KernelBuild { slots, .. } => {
                    if let Some(build) = self.kernel_build(&workload.run) {
                        self.add_kernel_build(build, slots, &user);
                    }
                }
                Program::Desktop {
                    ref filesystem,
                    file_kb,
                    anon_kb,
                    every_ms,
                    hold_ms,
                    launches,
                } => {
                    let files = self.stream(filesystem, file_kb, 4, 1);
                    let anon_pages = (anon_kb / 4) as u32;
                    let spec = Desktop {
                        filesystem: files.filesystem,
                        file_pages: files.pages,
                        space: self.add_space(anon_pages),
                        anon_pages,
                        every: u64::from(every_ms) * 1_000_000,
                        hold: u64::from(hold_ms) * 1_000_000,
                        launches,
                    };
                    self.add_task(user(0, 1), |cx| Box::pin(desktop(cx, spec)));
                }
            }
        }
        self.scenario.workload = entries;
    }

    fn add_space(&mut self, pages: u32) -> u16 {
        let mut machine = self.machine.borrow_mut();
        machine.anon.push(AnonSpace::new(pages));
        machine.anon.len() as u16 - 1
    }

    fn add_mmap_stream(&mut self, stream: Stream, mixed_kb: u64, threads: u32, user: &Named<'_>) {
        let barrier = self.add_barrier(2 * threads);
        let anon_kb = mixed_kb / 100 * MMAP_STREAM_ANON_PERCENT;
        let pages = |kb: u64| (kb / u64::from(threads) / 4) as u32;
        for thread in 0..2 * threads {
            let part = if thread < threads {
                Part::File {
                    filesystem: stream.filesystem,
                    stream_pages: stream.pages / threads,
                    mixed_pages: pages(mixed_kb - anon_kb),
                }
            } else {
                let pages = pages(anon_kb);
                let space = self.add_space(pages);
                Part::Anon { space, pages }
            };
            let spec = MmapStream {
                part,
                barrier,
                thread,
            };
            self.add_task(user(thread, 2 * threads), |cx| {
                Box::pin(mmap_stream::thread(cx, spec))
            });
        }
    }

    fn stream(&self, filesystem: &str, file_kb: u64, call_kb: u32, passes: u32) -> Stream {
        let at = self
            .scenario
            .filesystems
            .iter()
            .position(|fs| fs.name == filesystem)
            .unwrap_or(0);
        Stream {
            filesystem: at as u8,
            pages: file_kb.div_ceil(4) as u32,
            call_pages: call_kb.div_ceil(4).max(1),
            passes,
            fsync_pages: 0,
        }
    }

    fn add_barrier(&mut self, parties: u32) -> usize {
        let mut machine = self.machine.borrow_mut();
        machine.barriers.push(Barrier::new(parties));
        machine.barriers.len() - 1
    }
}
