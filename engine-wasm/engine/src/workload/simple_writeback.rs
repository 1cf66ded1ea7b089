//! simple-wb: steps of parallel dd, each with twice as many jobs as before (mmtests: shellpack-bench-simple-writeback).

use super::barrier::{leave, meet};
use super::files::{CallOrder, Stream, create, unlink, write_file};
use super::{Launch, Launcher};
use crate::scenario::program;
use crate::sched::context::Cx;
use crate::sched::task::Activity;

/// Pause of the script after a step, nanoseconds (`sleep 1`).
const PAUSE: u64 = 1_000_000_000;
/// CPU time that the script uses to read the log of a job after a step, nanoseconds: a dozen calls of grep, awk, head
/// and tail, and one of perl. Starting and ending each of these takes some 1.5 ms on a CPU of 2011, an assumption.
const READ_LOG: u64 = 20_000_000;

/// What a job does.
#[derive(Clone, Copy, Debug)]
pub struct SimpleWriteback {
    /// Index of the filesystem.
    pub filesystem: u8,
    /// Number of jobs in the first step.
    pub first_jobs: u32,
    /// Number of steps.
    pub steps: u32,
    /// Pages that all jobs of a step write together.
    pub total_pages: u64,
    /// Pages per write() call.
    pub call_pages: u32,
    /// The barrier of all jobs.
    pub barrier: usize,
    /// Number of this job, from 0.
    pub job: u32,
}

impl Launch for program::SimpleWriteback {
    fn launch(&self, on: &mut Launcher<'_>) {
        let jobs = self.first_jobs << self.steps.saturating_sub(1);
        let barrier = on.barrier(jobs);
        let stream = on.stream(&self.filesystem, 4, self.call_kb, 1);
        for n in 0..jobs {
            let spec = SimpleWriteback {
                filesystem: stream.filesystem,
                first_jobs: self.first_jobs,
                steps: self.steps,
                total_pages: self.total_kb / 4,
                call_pages: stream.call_pages,
                barrier,
                job: n,
            };
            on.task(n, jobs, |cx| job(cx, spec));
        }
    }
}

/// Runs a job.
pub async fn job(cx: Cx, spec: SimpleWriteback) {
    for step in 0..spec.steps {
        let jobs = spec.first_jobs << step;
        let started = cx.with(|m| m.now());
        let mut file = None;
        if spec.job < jobs {
            let pages = (spec.total_pages / u64::from(jobs)) as u32;
            let stream = Stream {
                filesystem: spec.filesystem,
                first: 0,
                pages,
                call_pages: spec.call_pages,
                passes: 1,
                fsync_pages: 0,
                order: CallOrder::Sequential,
                named: None,
            };
            file = create(&cx, spec.filesystem, spec.job);
            let written = match file {
                Some(id) => write_file(&cx, id, stream).await,
                None => None,
            };
            if written.is_none() {
                return leave(&cx, spec.barrier);
            }
        }
        cx.burn().await;
        meet(&cx, spec.barrier).await;
        if let Some(id) = file {
            unlink(&cx, id).await;
        }
        meet(&cx, spec.barrier).await;
        if spec.job == 0 {
            cx.with(|m| m.end_lap("simple_writeback", started, u64::from(jobs)));
            cx.sleep(PAUSE, Activity::Idle).await;
            for _ in 0..jobs {
                cx.charge(READ_LOG);
                cx.burn().await;
            }
        }
        meet(&cx, spec.barrier).await;
    }
}
