//! Tokens for processes that run at the same time, as in make's jobserver.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;

/// Tokens that processes share which are forked from one.
pub struct Tokens {
    from: UnixStream,
    to: UnixStream,
}

impl Tokens {
    /// So many tokens.
    pub fn new(count: usize) -> io::Result<Self> {
        let (from, mut to) = UnixStream::pair()?;
        from.set_nonblocking(true)?;
        to.write_all(&vec![0; count])?;
        Ok(Self { from, to })
    }

    /// Takes a token if there is one.
    pub fn take(&mut self) -> bool {
        self.from.read(&mut [0]).is_ok_and(|bytes| bytes == 1)
    }

    /// Gives a token back.
    pub fn put(&mut self) {
        // If this fails, fewer processes run at a time.
        let _ = self.to.write_all(&[0]);
    }
}
