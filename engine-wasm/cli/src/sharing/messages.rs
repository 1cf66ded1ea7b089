//! Messages from several processes through one pipe.
//!
//! A write of up to 512 bytes is atomic on every system. Longer messages come in several frames, each with its sender.

use std::collections::BTreeMap;
use std::io::{self, PipeReader, PipeWriter, Read, Write};

use reclaim_results::RunResult;
use serde::{Deserialize, Serialize};

/// Bytes of a frame: PIPE_BUF of POSIX.
const FRAME: usize = 512;
/// Bytes before its text: the sender, and how long the text is.
const HEAD: usize = 6;

/// A message.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub enum Message {
    /// The sender still runs.
    Tick,
    /// A run has ended.
    Result(usize, RunResult),
    /// So many runs are not carried out: there could be no process for them.
    NotForked(usize),
    /// Why a group of runs cannot be carried out.
    Failed(String),
}

/// A process that sends.
pub struct Sender {
    pipe: PipeWriter,
    id: u32,
}

impl Sender {
    /// This process sends.
    pub fn new(pipe: PipeWriter) -> Self {
        let id = std::process::id();
        Self { pipe, id }
    }

    /// After a fork: the new process sends in its own name.
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

/// The frames of a text: sender, length with the highest bit set if the text goes on, and a part of it.
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

/// The messages of all processes, until the last one has ended.
pub struct Messages {
    pipe: PipeReader,
    begun: BTreeMap<u32, Vec<u8>>,
}

impl Messages {
    /// From a pipe.
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
