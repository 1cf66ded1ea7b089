/** The life of the pinned frame in one lane, computed anew in a worker up to the time at which the lane stands. */
import { useEffect, useState } from 'react';

import type { LifeAnswer, LifeRequest } from '../engine/life.worker.ts';
import type { Decision } from '../engine/types.ts';
import { lab } from './lab.ts';
import { laneDocument, type LaneId } from './lanes.ts';
import { useLab } from './store.ts';

/** What is known of it. */
export type PageLifeState =
  /** How much of the run is computed, 0 to 1. */
  | { status: 'computing'; share: number }
  | { status: 'known'; untilNs: number; decisions: Decision[]; leftOut: number }
  | { status: 'failed'; message: string };

/** Follows the frame of a zone while `untilNs` is a number: null while time goes on. */
export function usePageLife(
  lane: LaneId,
  zone: number,
  frame: number,
  untilNs: number | null,
): PageLifeState {
  const scenario = useLab((state) => state.scenario);
  // An answer to another question is none.
  const key = `${lane} ${zone} ${frame} ${untilNs}`;
  const [answer, setAnswer] = useState<{ key: string; life: PageLifeState } | null>(null);
  useEffect(() => {
    const { module } = lab;
    if (untilNs === null || !scenario || !module || zone < 0) {
      return undefined;
    }
    const setLife = (life: PageLifeState) => setAnswer({ key, life });
    const worker = new Worker(new URL('../engine/life.worker.ts', import.meta.url), {
      type: 'module',
    });
    worker.onmessage = ({ data }: MessageEvent<LifeAnswer>) => {
      if ('share' in data) {
        setLife({ status: 'computing', share: data.share });
      } else if ('failed' in data) {
        setLife({ status: 'failed', message: data.failed });
      } else {
        const { decisions, left_out: leftOut } = data.life;
        setLife({ status: 'known', untilNs, decisions, leftOut });
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      setLife({ status: 'failed', message: event.message });
    };
    const document = laneDocument(scenario, lane);
    worker.postMessage({ module, document, zone, frame, untilNs } satisfies LifeRequest);
    return () => worker.terminate();
  }, [key, lane, zone, frame, untilNs, scenario]);
  return answer?.key === key ? answer.life : { status: 'computing', share: 0 };
}
