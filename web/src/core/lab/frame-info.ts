/** The state of a single frame, as the lane's engine reports it, and in words. */
import { useEffect, useState } from 'react';

import { formatCount } from '../../base/format.ts';
import type { FrameInfo } from '../../engine/types.ts';
import { useTick } from '../time.ts';
import { lab } from './lab.ts';
import type { LaneId } from './lanes.ts';

/**
 * Returns the state of a frame, refreshed only about once a second: the engine walks a list to find the frame's
 * position on it.
 */
export function useFrameInfo(lane: LaneId, zone: number, frame: number): FrameInfo | null {
  const tick = useTick('tables');
  const [info, setInfo] = useState<FrameInfo | null>(null);
  useEffect(() => {
    let current = true;
    const asked = zone >= 0 ? lab.lanes.client(lane)?.inspect(zone, frame) : undefined;
    void asked?.then((answer) => {
      if (current) {
        setInfo(answer);
      }
    });
    return () => {
      current = false;
    };
  }, [lane, zone, frame, tick]);
  return info?.frame === frame ? info : null;
}

/** Describes a frame in one line. */
export function sentenceOf(info: FrameInfo): string {
  const holds = info.holds.replace(/\d{4,}/g, (digits) => formatCount(Number(digits)));
  return [holds, ...frameFactsOf(info)].join(' · ');
}

/** Returns the frame's flags, its position on a list, and the tasks that wait for it. */
export function frameFactsOf({ flags, list, behind, list_length, waiters }: FrameInfo): string[] {
  const parts: string[] = [];
  if (flags.length > 0) {
    parts.push(flags.join(' '));
  }
  if (list !== null && behind !== null && list_length !== null) {
    const place = behind === 0 ? 'at the tail' : `${formatCount(behind)} from the tail`;
    parts.push(`${list}, ${place} of ${formatCount(list_length)}`);
  }
  if (waiters.length > 0) {
    parts.push(`${waiters.join(', ')} ${waiters.length > 1 ? 'wait' : 'waits'} for it`);
  }
  return parts;
}
