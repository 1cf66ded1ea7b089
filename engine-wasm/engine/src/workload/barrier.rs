//! A barrier between the tasks of a workload, with the files that they share.

use crate::sched::context::Cx;
use crate::sched::task::Activity;

/// Waits until all parties have arrived.
pub async fn meet(cx: &Cx, barrier: usize) {
    let (round, last) = cx.with(|m| {
        let b = &mut m.programs.barriers[barrier];
        b.arrived.push(cx.id);
        let round = b.round;
        let last = b.arrived.len() as u32 >= b.parties;
        if last {
            b.round += 1;
            let arrived = std::mem::take(&mut b.arrived);
            for &id in arrived.iter().filter(|&&id| id != cx.id) {
                m.wake(id);
            }
        }
        (round, last)
    });
    if last {
        return;
    }
    while cx.with(|m| m.programs.barriers[barrier].round == round) {
        cx.prepare_to_wait();
        if cx.with(|m| m.programs.barriers[barrier].round != round) {
            break;
        }
        cx.schedule(None, Activity::WaitingForPeer).await;
    }
}

/// Removes a party that ends early, so that no other party waits for it.
pub fn leave(cx: &Cx, barrier: usize) {
    cx.with(|m| {
        let b = &mut m.programs.barriers[barrier];
        b.parties = b.parties.saturating_sub(1);
        if b.arrived.len() as u32 >= b.parties {
            b.round += 1;
            let arrived = std::mem::take(&mut b.arrived);
            for &id in &arrived {
                m.wake(id);
            }
        }
    });
}
