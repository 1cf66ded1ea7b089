//! State that the tasks of a workload share outside the kernel: barriers, connections to a fuse daemon, and named
//! files.

use std::collections::VecDeque;

use crate::mm::page_cache::MappingId;
use crate::sched::task::TaskId;

/// Everything that programs share. Only the code of the programs changes it.
#[derive(Clone, Debug, Default)]
pub struct Programs {
    pub(super) barriers: Vec<Barrier>,
    /// Connections to fuse daemons.
    pub(super) fuse: Vec<FuseConnection>,
    pub(super) named_files: Vec<NamedFiles>,
}

impl Programs {
    /// Adds a barrier for `parties` tasks, and returns its number.
    pub fn add_barrier(&mut self, parties: u32) -> usize {
        self.barriers.push(Barrier::new(parties));
        self.barriers.len() - 1
    }

    /// Returns the number that the next connection to a fuse daemon will get.
    #[must_use]
    pub fn next_connection(&self) -> u32 {
        self.fuse.len() as u32
    }

    /// Adds a connection to a fuse daemon.
    pub fn connect(&mut self, connection: FuseConnection) {
        self.fuse.push(connection);
    }

    /// Whether a task waits for another one that will arrive or reply.
    #[must_use]
    pub fn awaits_peer(&self, id: TaskId) -> bool {
        self.barriers.iter().any(|barrier| barrier.awaits(id))
            || self.fuse.iter().any(|connection| connection.serves(id))
    }

    /// Whether a fuse daemon has nothing to do.
    #[must_use]
    pub fn daemon_idles(&self, id: TaskId) -> bool {
        self.fuse.iter().any(|connection| connection.idles(id))
    }
}

/// A barrier of several tasks.
#[derive(Clone, Debug, Default)]
pub struct Barrier {
    /// Number of tasks that it waits for.
    pub parties: u32,
    /// Files of this round.
    pub files: Vec<MappingId>,
    /// Number of pieces of work handed out in this round.
    pub handed_out: u32,
    pub(super) arrived: Vec<TaskId>,
    pub(super) round: u64,
}

impl Barrier {
    /// Makes a barrier for `parties` tasks.
    #[must_use]
    pub fn new(parties: u32) -> Self {
        Self {
            parties,
            ..Self::default()
        }
    }

    /// Whether a task waits here for others that have not arrived yet.
    #[must_use]
    pub fn awaits(&self, id: TaskId) -> bool {
        self.arrived.contains(&id) && (self.arrived.len() as u32) < self.parties
    }
}

/// A request for the fuse daemon.
#[derive(Clone, Copy, Debug)]
pub(super) struct FuseRequest {
    /// The task that sent it.
    pub(super) from: TaskId,
    /// The file that is written.
    pub(super) file: MappingId,
    /// Index of the page in the file.
    pub(super) index: u32,
}

/// A connection between the kernel and a fuse daemon.
#[derive(Clone, Debug)]
pub struct FuseConnection {
    /// Index of the filesystem.
    pub filesystem: u8,
    /// The daemon's task.
    pub daemon: TaskId,
    /// Mapping of the block device.
    pub block_mapping: MappingId,
    pub(super) requests: VecDeque<FuseRequest>,
    /// The task whose request the daemon is carrying out.
    pub(super) serving: Option<TaskId>,
    pub(super) idle: bool,
    /// Whether the daemon is gone (fuse_abort_conn).
    pub(super) aborted: bool,
}

impl FuseConnection {
    /// Makes a connection without requests.
    #[must_use]
    pub fn new(filesystem: u8, daemon: TaskId, block_mapping: MappingId) -> Self {
        Self {
            filesystem,
            daemon,
            block_mapping,
            requests: VecDeque::new(),
            serving: None,
            idle: false,
            aborted: false,
        }
    }

    /// Whether a task's request is waiting, or is being carried out by the daemon.
    #[must_use]
    pub fn serves(&self, id: TaskId) -> bool {
        self.serving == Some(id) || self.requests.iter().any(|request| request.from == id)
    }

    /// Whether this daemon has nothing to do.
    #[must_use]
    pub fn idles(&self, daemon: TaskId) -> bool {
        self.daemon == daemon && self.idle && self.requests.is_empty()
    }

    /// Takes the next request, which the daemon carries out from now on.
    pub(super) fn next_request(&mut self) -> Option<FuseRequest> {
        let request = self.requests.pop_front();
        self.serving = request.map(|request| request.from);
        request
    }

    /// Ends all requests because the daemon was killed, and returns the tasks that sent them.
    pub(super) fn abort(&mut self) -> Vec<TaskId> {
        self.aborted = true;
        let requests = std::mem::take(&mut self.requests);
        requests.iter().map(|request| request.from).collect()
    }
}

/// The files of one name: one for each task of a program.
#[derive(Clone, Debug)]
pub struct NamedFiles {
    /// Index of the filesystem.
    pub(super) filesystem: u8,
    /// The name in the scenario.
    pub(super) name: String,
    /// Size of each file, pages: the largest that a program specifies.
    pub(super) pages: u32,
    /// Files that were opened, by the number of the task.
    pub(super) opened: Vec<Option<MappingId>>,
}
