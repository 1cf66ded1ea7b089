/** The life of the pinned frame in one lane, computed anew in a worker up to the time at which the lane stands. */
import { useEffect, useState } from 'react';

import { lab } from '../../core/lab/lab.ts';
import { laneDocument, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import type { LifeAnswer, LifeRequest } from '../../engine/life.worker.ts';
import { Silence } from '../../engine/silence.ts';
import type { Decision } from '../../engine/types.ts';

/** What is known of it. */
export type PageLifeState =
  /** How much of the run is computed, 0 to 1. */
  | { status: 'computing'; share: number }
  | { status: 'known'; untilNs: number; decisions: Decision[]; leftOut: number }
  | { status: 'failed'; message: string; again: () => void };

/** Follows the frame of a zone while `untilNs` is a number: null while time goes on. */
export function usePageLife(
  lane: LaneId,
  zone: number,
  frame: number,
  untilNs: number | null,
): PageLifeState {
  const scenario = useLab((state) => state.scenario);
  const [attempt, setAttempt] = useState(0);
  // An answer to another question is none.
  const key = `${lane} ${zone} ${frame} ${untilNs} ${attempt}`;
  const [answer, setAnswer] = useState<{ key: string; life: PageLifeState } | null>(null);
  useEffect(() => {
    const { module } = lab;
    if (untilNs === null || !scenario || !module || zone < 0) {
      return undefined;
    }
    const setLife = (life: PageLifeState) => setAnswer({ key, life });
    const fail = (message: string) => {
      end();
      setLife({ status: 'failed', message, again: () => setAttempt((last) => last + 1) });
    };
    const worker = new Worker(new URL('../../engine/life.worker.ts', import.meta.url), {
      type: 'module',
    });
    const silence = new Silence(() => fail('its worker does not answer.'));
    const end = () => {
      silence.end();
      worker.terminate();
    };
    worker.onmessage = ({ data }: MessageEvent<LifeAnswer>) => {
      silence.heard();
      if ('share' in data) {
        setLife({ status: 'computing', share: data.share });
      } else if ('failed' in data) {
        fail(data.failed);
      } else {
        end();
        const { decisions, left_out: leftOut } = data.life;
        setLife({ status: 'known', untilNs, decisions, leftOut });
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      fail(event.message || 'its worker could not be started.');
    };
    const document = laneDocument(scenario, lane);
    worker.postMessage({ module, document, zone, frame, untilNs } satisfies LifeRequest);
    silence.expect();
    return end;
  }, [key, lane, zone, frame, untilNs, scenario]);
  return answer?.key === key ? answer.life : { status: 'computing', share: 0 };
}
