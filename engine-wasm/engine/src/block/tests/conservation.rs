//! Random traffic: no request is lost, and none is served twice.

use std::collections::BTreeMap;

use super::layer_of;
use crate::block::*;

/// A small generator (xorshift) for the tests.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as u32
    }
}

#[test]
fn every_page_completes_exactly_once() {
    for (seed, model) in models::MODELS.iter().enumerate() {
        let mut layer = layer_of(model.figures);
        let mut random = Random(seed as u64 + 88_172_645_463_325_252);
        let mut running: BTreeMap<(u64, u32), u32> = BTreeMap::new();
        let (mut now, mut frame, mut pages) = (0, 0u32, Vec::new());
        let mut expected: BTreeMap<u32, (u32, u64, Op)> = BTreeMap::new();
        let mut turned_away = 0;
        for step in 0..u32::MAX {
            let queue = random.below(layer.queue_count());
            if step < 5_000 && random.below(100) < 60 {
                let length = 1 + random.below(8).pow(2) % layer.max_request_pages(queue);
                let block = random.below(3_000) as u64;
                let op = if random.below(3) == 0 {
                    Op::Read
                } else {
                    Op::Write
                };
                let frames: Vec<u32> = (frame..frame + length).collect();
                let sync = random.below(4) == 0;
                let bio = Bio {
                    block,
                    op,
                    sync,
                    origin: Origin::Metadata,
                    others: &[],
                    task: 0,
                    pages: &frames,
                    bios: 1,
                };
                if layer.submit(now, queue, &bio, random.below(2) == 0) == Submit::Full {
                    turned_away += 1;
                } else {
                    for (&frame, block) in frames.iter().zip(block..) {
                        expected.insert(frame, (queue, block, op));
                    }
                    frame += length;
                }
            }
            for queue in 0..layer.queue_count() {
                loop {
                    match layer.dispatch(now, queue, &mut |n| random.below(n)) {
                        Dispatch::Started { slot, until } => {
                            assert!(until > now);
                            assert!(running.insert((until, queue), slot).is_none_or(|_| false));
                        }
                        Dispatch::Given { .. } => {}
                        Dispatch::WaitUntil(_) | Dispatch::Idle => break,
                    }
                }
            }
            if step >= 5_000 || (!running.is_empty() && random.below(10) < 1) {
                let Some(((until, queue), slot)) = running.pop_first() else {
                    break;
                };
                now = until;
                let done = layer.complete(now, queue, slot, &mut pages);
                assert!(pages.len() as u32 <= layer.max_request_pages(queue));
                for (frame, block) in pages.iter().zip(done.block..) {
                    assert_eq!(expected.remove(frame), Some((queue, block, done.op)));
                }
            }
        }
        assert!(
            expected.is_empty(),
            "{}: {} pages left",
            model.id,
            expected.len()
        );
        assert!(turned_away > 0, "{}: the queue was never full", model.id);
        let mut blocks = 0;
        for queue in 0..layer.queue_count() {
            assert_eq!(layer.requests(queue).count(), 0);
            assert_eq!(layer.in_device(queue), 0);
            for class in Class::ALL {
                assert_eq!(layer.count(queue, class), 0);
                assert_eq!(layer.congested_queues(class), 0);
            }
            let stats = layer.stats(queue);
            assert!(stats.busy_ns <= now && stats.wait_ns >= stats.busy_ns);
            blocks += stats.blocks_read + stats.blocks_written;
        }
        assert_eq!(blocks, frame as u64);
    }
}
