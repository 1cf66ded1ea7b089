//! Shows the progress of a run on a terminal.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::numbers::seconds;
use crate::status_line;

/// A status line with the virtual time of each lane.
pub struct Progress {
    lanes: Mutex<Lanes>,
}

struct Lanes {
    labels: Vec<String>,
    now_ns: Vec<Option<u64>>,
    started: Instant,
    drawn: Option<Instant>,
}

impl Progress {
    /// Makes a line for lanes with these labels.
    pub fn new(labels: &[&str]) -> Self {
        Self {
            lanes: Mutex::new(Lanes {
                labels: labels.iter().map(|label| (*label).to_owned()).collect(),
                now_ns: vec![None; labels.len()],
                started: Instant::now(),
                drawn: None,
            }),
        }
    }

    /// Updates the virtual time of a lane, nanoseconds.
    pub fn at(&self, lane: usize, now_ns: u64) {
        let Ok(mut lanes) = self.lanes.lock() else {
            return;
        };
        if let Some(place) = lanes.now_ns.get_mut(lane) {
            *place = Some(now_ns);
        }
        // Updates that are too fast to read would only slow the terminal down.
        if lanes
            .drawn
            .is_some_and(|drawn| drawn.elapsed() < Duration::from_millis(100))
        {
            return;
        }
        lanes.drawn = Some(Instant::now());
        status_line::show(|| lanes.line());
    }
}

impl Lanes {
    fn line(&self) -> String {
        let mut line = String::new();
        for (label, now_ns) in self.labels.iter().zip(&self.now_ns) {
            if let Some(now_ns) = now_ns {
                line.push_str(&format!("{label} {} s   ", seconds(*now_ns)));
            }
        }
        let waited = self.started.elapsed().as_secs();
        format!("{line}(virtual time; {waited} s of real time)")
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        status_line::clear();
    }
}
