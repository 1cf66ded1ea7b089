//! fork(2) and waitpid(2).

use nix::errno::Errno;
use nix::sys::wait::waitpid;
use nix::unistd::{ForkResult, Pid};

/// In which process a fork comes back.
pub enum Side {
    /// In the old one.
    Parent(Child),
    /// In the new one.
    Child,
}

/// A new process.
pub struct Child(Pid);

/// Forks the process, which has no other thread; `None` if the system refuses.
#[allow(
    unsafe_code,
    reason = "a copy of the machine at the moment of a decision, with the tasks' stacks, is what fork makes"
)]
pub fn fork() -> Option<Side> {
    // SAFETY: a study that shares beginnings starts no thread before its processes have ended, so no lock can be held by
    // a thread that the child does not have.
    match unsafe { nix::unistd::fork() } {
        Ok(ForkResult::Parent { child }) => Some(Side::Parent(Child(child))),
        Ok(ForkResult::Child) => Some(Side::Child),
        Err(_) => None,
    }
}

impl Child {
    /// Waits for its end.
    pub fn wait(self) {
        while waitpid(self.0, None) == Err(Errno::EINTR) {}
    }
}
