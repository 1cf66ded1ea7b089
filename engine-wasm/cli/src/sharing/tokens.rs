//! Tokens that limit the number of processes that run at the same time, as in make's jobserver.

use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;

/// Tokens shared by all processes that were forked from one process.
pub struct Tokens {
    from: UnixStream,
    to: UnixStream,
}

impl Tokens {
    /// Makes `count` tokens.
    pub fn new(count: usize) -> io::Result<Self> {
        let (from, mut to) = UnixStream::pair()?;
        from.set_nonblocking(true)?;
        to.write_all(&vec![0; count])?;
        Ok(Self { from, to })
    }

    /// Takes a token, if there is one; returns whether there was one.
    pub fn take(&mut self) -> bool {
        self.from.read(&mut [0]).is_ok_and(|bytes| bytes == 1)
    }

    /// Puts a token back.
    pub fn put(&mut self) {
        // If this fails, fewer processes run at the same time.
        let _ = self.to.write_all(&[0]);
    }
}
