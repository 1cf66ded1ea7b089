/**
 * The life of a page: the decisions about it since the start of the run. A worker computes it. Also its age, in words.
 */
import { useEffect, useState } from 'react';

import { formatDuration, formatSeconds } from '../../base/format.ts';
import { ENTERS } from '../../core/lab/decision-words.ts';
import { lab } from '../../core/lab/lab.ts';
import { laneDocument, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import type { LifeAnswer, LifeRequest } from '../../engine/life.worker.ts';
import { Silence } from '../../engine/problems.ts';
import type { Decision } from '../../engine/types.ts';

/** State of the computation of a page's life. */
export type PageLifeState =
  /** Share of the run that is computed, 0 to 1. */
  | { status: 'computing'; share: number }
  | { status: 'known'; untilNs: number; decisions: Decision[]; leftOut: number }
  | { status: 'failed'; message: string; again: () => void };

/** Computes the life of the page in a frame up to `untilNs`; null while the run plays. */
export function usePageLife(
  lane: LaneId,
  zone: number,
  frame: number,
  untilNs: number | null,
): PageLifeState {
  const scenario = useLab((state) => state.scenario);
  const [attempt, setAttempt] = useState(0);
  // An answer with another key belongs to an earlier question.
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
    const silence = new Silence(() => fail('its worker does not respond.'));
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

/** The age of a page. */
interface PageAge {
  /** When the page entered the frame, nanoseconds; null if it was there at the start. */
  sinceNs: number | null;
  /** When reclaim, an I/O completion or an access last moved the page, nanoseconds; null if that never happened. */
  decidedNs: number | null;
}

/**
 * Returns the age of the page in a frame at the end of its life so far; null if decisions are missing from the life.
 */
export function ageOf(life: readonly Decision[], leftOut: number): PageAge | null {
  if (leftOut > 0) {
    return null;
  }
  const entry = life.findLastIndex(({ reason }) => ENTERS.has(reason));
  const own = life.slice(entry + 1);
  return {
    sinceNs: life[entry]?.at_ns ?? null,
    decidedNs: own.findLast(({ fate }) => fate !== 'event')?.at_ns ?? null,
  };
}

/** Describes the age at a time. */
export function ageText({ sinceNs, decidedNs }: PageAge, nowNs: number): string {
  const since =
    sinceNs === null
      ? 'In memory since the start of the run'
      : `In memory for ${lengthText(nowNs - sinceNs)} (since ${formatSeconds(sinceNs)})`;
  const decided =
    decidedNs === null ? 'not moved since' : `last moved ${lengthText(nowNs - decidedNs)} ago`;
  return `${since} · ${decided}`;
}

/** Includes milliseconds even for long ages, because users compare the two lanes. */
function lengthText(ns: number): string {
  return ns >= 1e9 ? formatSeconds(ns, 3) : formatDuration(ns);
}
