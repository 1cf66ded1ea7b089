/**
 * The life of the pinned frame in one lane, computed anew in a worker up to the time at which the lane stands, and
 * in words.
 */
import { useEffect, useState } from 'react';

import { formatCount, formatDuration, formatSeconds } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import { laneDocument, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import type { LifeAnswer, LifeRequest } from '../../engine/life.worker.ts';
import { Silence } from '../../engine/silence.ts';
import type { Decision, PageFound, PageName, ReasonName } from '../../engine/types.ts';

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

/** Events by which a frame takes a page in, in the engine's names. */
const ENTERS = new Set<ReasonName>(['EntersCache', 'EntersAnon', 'SwappedIn']);

/** What is known of a page's age. */
export interface PageAge {
  /** When it came into the frame, nanoseconds; null where it was there before time began. */
  sinceNs: number | null;
  /** When reclaim, a completion or a use last decided where it goes; null if that never happened. */
  decidedNs: number | null;
}

/** The age of the page that a frame holds after its whole life. Of a life that is not whole nothing is known. */
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

/** The age in a sentence, at a moment. */
export function ageText({ sinceNs, decidedNs }: PageAge, nowNs: number): string {
  const since =
    sinceNs === null
      ? 'In memory since the start of the run'
      : `In memory for ${lengthText(nowNs - sinceNs)} (since ${formatSeconds(sinceNs)})`;
  const decided =
    decidedNs === null
      ? 'nothing was decided about it'
      : `last decision ${lengthText(nowNs - decidedNs)} ago`;
  return `${since} · ${decided}`;
}

/** With milliseconds, as long as it may be: people compare the two. */
function lengthText(ns: number): string {
  return ns >= 1e9 ? formatSeconds(ns, 3) : formatDuration(ns);
}

/** A page in words that mean the same in both lanes. */
export function pageText(page: PageName): string {
  if (page.kind === 'anon') {
    return `page ${formatCount(page.vpn)} of address space ${page.space}`;
  }
  if (page.kind === 'block_device') {
    return `page ${formatCount(page.index)} of the block device`;
  }
  const { by, nth, index } = page;
  const file = by === null ? `mapping ${nth}` : `the ${ordinal(nth + 1)} file of ${by}`;
  return `page ${formatCount(index)} of ${file}`;
}

/** 1st, 2nd, 3rd, 11th. */
export function ordinal(number: number): string {
  const teen = Math.floor(number / 10) % 10 === 1;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${formatCount(number)}${ending}`;
}

/** Where a page is that is in no frame. */
export function absenceText(found: Exclude<PageFound, { where: 'memory' }>): string {
  switch (found.where) {
    case 'swap':
      return `is in the swap area alone, slot ${formatCount(found.slot)}`;
    case 'nowhere':
      return 'is not in memory';
    case 'no_file':
      return 'is not there: its file is gone, or not made yet';
  }
}
