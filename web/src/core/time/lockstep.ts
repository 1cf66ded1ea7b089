/** Keeps two machines at one virtual time: the next target is given out when both have reached the last. */

/** What lockstep knows between frames. */
export interface Lockstep {
  /** The target that was given out last. */
  targetNs: number;
  /** Size of the next stretch when it goes as fast as it can. */
  stretchNs: number;
  /** Wall time at which the last target was given out. */
  issuedMs: number;
}

/** A fresh start at a virtual time. */
export function lockstepAt(nowNs: number, wallMs: number, stretchNs = 20e6): Lockstep {
  return { targetNs: nowNs, stretchNs, issuedMs: wallMs };
}

/** Longest wall time that a frame may stand for: after a pause of the page time does not jump. */
const FRAME_MS_MAX = 100;
/** Time that a lane should compute for a stretch at full speed, so that a pause takes hold soon. */
const STRETCH_MS = 20;

/**
 * The next target. Call it only when both lanes have arrived at the last one; `busyMs` is what the slower of them
 * computed for it.
 */
export function nextTarget(
  state: Lockstep,
  lanesNs: readonly number[],
  speed: number,
  wallMs: number,
  busyMs: number,
): Lockstep {
  const from = Math.min(...lanesNs);
  if (Number.isFinite(speed)) {
    const elapsedMs = Math.max(0, wallMs - state.issuedMs);
    const ns = Math.max(1, Math.round(speed * Math.min(elapsedMs, FRAME_MS_MAX) * 1e6));
    return { ...state, targetNs: from + ns, issuedMs: wallMs };
  }
  const factor = busyMs < STRETCH_MS / 2 ? 2 : busyMs > STRETCH_MS * 2 ? 0.5 : 1;
  const stretchNs = Math.min(Math.max(state.stretchNs * factor, 1e6), 20e9);
  return { targetNs: from + stretchNs, stretchNs, issuedMs: wallMs };
}
