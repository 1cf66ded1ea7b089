//! How far a run is, for people who wait at a terminal.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::numbers::seconds;

/// One line on standard error that is written over and over; nothing where that is no terminal.
pub struct Progress {
    lanes: Mutex<Lanes>,
    visible: bool,
}

struct Lanes {
    labels: Vec<String>,
    now_ns: Vec<Option<u64>>,
    started: Instant,
    drawn: Option<Instant>,
}

impl Progress {
    /// A line for lanes with these labels.
    pub fn new(labels: &[&str]) -> Self {
        Self {
            lanes: Mutex::new(Lanes {
                labels: labels.iter().map(|label| (*label).to_owned()).collect(),
                now_ns: vec![None; labels.len()],
                started: Instant::now(),
                drawn: None,
            }),
            visible: std::io::stderr().is_terminal(),
        }
    }

    /// Notes where a lane is.
    pub fn at(&self, lane: usize, now_ns: u64) {
        if !self.visible {
            return;
        }
        let Ok(mut lanes) = self.lanes.lock() else {
            return;
        };
        if let Some(place) = lanes.now_ns.get_mut(lane) {
            *place = Some(now_ns);
        }
        // Drawing more often than a person can read slows a terminal down.
        if lanes
            .drawn
            .is_some_and(|drawn| drawn.elapsed() < Duration::from_millis(100))
        {
            return;
        }
        lanes.drawn = Some(Instant::now());
        let mut line = String::new();
        for (label, now_ns) in lanes.labels.iter().zip(&lanes.now_ns) {
            if let Some(now_ns) = now_ns {
                line.push_str(&format!("{label} {} s   ", seconds(*now_ns)));
            }
        }
        let waited = lanes.started.elapsed().as_secs();
        let mut stderr = std::io::stderr().lock();
        let _ = write!(stderr, "\r\x1b[K{line}(virtual time; {waited} s here)");
        let _ = stderr.flush();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.visible {
            let mut stderr = std::io::stderr().lock();
            let _ = write!(stderr, "\r\x1b[K");
            let _ = stderr.flush();
        }
    }
}
