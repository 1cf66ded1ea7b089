//! fork(2) and waitpid(2).

use nix::errno::Errno;
use nix::sys::wait::waitpid;
use nix::unistd::{ForkResult, Pid};

/// The process in which [`fork`] returned.
pub enum Side {
    /// The parent.
    Parent(Child),
    /// The child.
    Child,
}

/// A child process.
pub struct Child(Pid);

/// Forks the process, which must have no other thread; `None` if the system refuses.
#[allow(
    unsafe_code,
    reason = "a copy of the machine at the moment of a decision, with the tasks' stacks, is what fork makes"
)]
pub fn fork() -> Option<Side> {
    // SAFETY: while a study forks, it has no other thread, so no lock can be held by a thread that the child does not
    // have.
    match unsafe { nix::unistd::fork() } {
        Ok(ForkResult::Parent { child }) => Some(Side::Parent(Child(child))),
        Ok(ForkResult::Child) => Some(Side::Child),
        Err(_) => None,
    }
}

impl Child {
    /// Waits until the process has ended.
    pub fn wait(self) {
        while waitpid(self.0, None) == Err(Errno::EINTR) {}
    }
}
