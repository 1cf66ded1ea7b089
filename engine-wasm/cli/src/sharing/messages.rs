//! Messages from several processes through one pipe.
//!
//! POSIX guarantees that a write of up to 512 bytes to a pipe is atomic. Longer messages are split into frames, each
//! with its sender.

use std::collections::BTreeMap;
use std::io::{self, PipeReader, PipeWriter, Read, Write};

use reclaim_results::RunResult;
use serde::{Deserialize, Serialize};

/// Bytes of a frame: PIPE_BUF of POSIX.
const FRAME: usize = 512;
/// Bytes of a frame's header: the sender's process id, and the length of the text.
const HEAD: usize = 6;

/// A message.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub enum Message {
    /// The sender is still running.
    Tick,
    /// A run has ended.
    Result(usize, RunResult),
    /// This many runs are not carried out, because the system refused to fork.
    NotForked(usize),
    /// Why a group of runs cannot be carried out.
    Failed(String),
}

/// The sending end of the pipe in one process.
pub struct Sender {
    pipe: PipeWriter,
    id: u32,
}

impl Sender {
    /// Makes a sender for this process.
    pub fn new(pipe: PipeWriter) -> Self {
        let id = std::process::id();
        Self { pipe, id }
    }

    /// Replaces the id of the parent with that of this process; a child calls it after a fork.
    pub fn renew(&mut self) {
        self.id = std::process::id();
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Message) -> io::Result<()> {
        for frame in frames(self.id, &serde_json::to_vec(message)?) {
            self.pipe.write_all(&frame)?;
        }
        Ok(())
    }
}

/// Splits a text into frames: the sender, the length (highest bit set if frames follow), and a part of the text.
fn frames(sender: u32, text: &[u8]) -> Vec<[u8; FRAME]> {
    let parts = text.chunks(FRAME - HEAD);
    let last = parts.len() - 1;
    let frame = |(at, part): (usize, &[u8])| {
        let mut frame = [0; FRAME];
        let len = part.len() as u16 | u16::from(at < last) << 15;
        frame[..4].copy_from_slice(&sender.to_le_bytes());
        frame[4..HEAD].copy_from_slice(&len.to_le_bytes());
        frame[HEAD..][..part.len()].copy_from_slice(part);
        frame
    };
    parts.enumerate().map(frame).collect()
}

/// Iterates over the messages of all processes, until the last process has ended.
pub struct Messages {
    pipe: PipeReader,
    begun: BTreeMap<u32, Vec<u8>>,
}

impl Messages {
    /// Reads the messages from a pipe.
    pub fn new(pipe: PipeReader) -> Self {
        let begun = BTreeMap::new();
        Self { pipe, begun }
    }
}

impl Iterator for Messages {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        loop {
            let mut frame = [0; FRAME];
            self.pipe.read_exact(&mut frame).ok()?;
            let [a, b, c, d, low, high] = *frame.first_chunk::<HEAD>()?;
            let sender = u32::from_le_bytes([a, b, c, d]);
            let len = u16::from_le_bytes([low, high]);
            let text = self.begun.entry(sender).or_default();
            text.extend_from_slice(frame[HEAD..].get(..usize::from(len & 0x7fff))?);
            if len >> 15 == 0 {
                let text = self.begun.remove(&sender).unwrap_or_default();
                return serde_json::from_slice(&text).ok();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_any_length_come_through_beside_each_other() {
        let (reader, writer) = io::pipe().expect("a pipe");
        let mut sender = Sender::new(writer);
        let values = (0..100).map(|n| (format!("measure {n}"), f64::from(n) / 3.0));
        let result = RunResult {
            digest: "0123456789abcdef".to_owned(),
            values: values.collect(),
        };
        let messages = [Message::Result(7, result), Message::Failed("é".repeat(506))];
        let text = |message: &Message| serde_json::to_vec(message).expect("JSON");
        let one = frames(1, &text(&messages[0]));
        let mut other = frames(2, &text(&messages[1])).into_iter();
        assert!(one.len() > other.len());
        for frame in one {
            sender.pipe.write_all(&frame).expect("room");
            if let Some(frame) = other.next() {
                sender.pipe.write_all(&frame).expect("room");
            }
        }
        sender.send(&Message::Tick).expect("room");
        drop(sender);
        let received: Vec<Message> = Messages::new(reader).collect();
        let [long, shorter] = messages;
        assert_eq!(received, [shorter, long, Message::Tick]);
    }
}
