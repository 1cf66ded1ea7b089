/** Where a lane has the page that the pinned frame holds in the other lane: its own frame holds another one. */
import { useEffect, useState, type ReactElement } from 'react';

import { formatPfn } from '../../base/format.ts';
import { verdictStateOf, useFrameInfo } from '../../core/lab/frame-info.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import { showFrame } from '../../core/lab/map-view.ts';
import type { Pin } from '../../core/lab/store.ts';
import { useLane } from '../../core/lab/use-lane.ts';
import { useTick } from '../../core/time/ticks.ts';
import type { PageFound, PageName } from '../../engine/types.ts';
import { absenceText, pageText } from './page-words.ts';

/** A sentence; nothing while the pinned frame holds no page that has a name. */
export function SamePage({ lane, pin }: { lane: LaneId; pin: Pin }): ReactElement | null {
  const zones = useLane(pin.lane)?.description.zones ?? [];
  const zone = zones.findIndex(({ name }) => name === pin.zone);
  const page = useFrameInfo(pin.lane, zone, pin.frame)?.page ?? null;
  const found = useFound(lane, page);
  if (!page || !found) {
    return null;
  }
  const name = `The same page as in ${pin.lane.toUpperCase()}, ${pageText(page)},`;
  if (found.where !== 'memory') {
    return (
      <p className="life-now" data-testid="same-page">
        {name} {absenceText(found)}.
      </p>
    );
  }
  const { frame } = found;
  const here = frame.zone === pin.zone && frame.frame === pin.frame;
  return (
    <p className="life-now" data-testid="same-page">
      {name} is {here ? 'in this frame too' : 'in '}
      {!here && (
        <>
          <button
            type="button"
            className="link-button"
            onClick={() => showFrame({ lane, zone: frame.zone, frame: frame.frame })}
          >
            pfn {formatPfn(frame.pfn)}
          </button>{' '}
          <span className="quiet">· {[frame.zone, ...verdictStateOf(frame)].join(' · ')}</span>
        </>
      )}
      .
    </p>
  );
}

/** Follows a page of a lane, about once a second. */
function useFound(lane: LaneId, page: PageName | null): PageFound | null {
  const tick = useTick('tables');
  const key = JSON.stringify(page);
  const [answer, setAnswer] = useState<{ key: string; found: PageFound | null } | null>(null);
  useEffect(() => {
    let current = true;
    const asked = JSON.parse(key) as PageName | null;
    const search = asked && lab.lanes.client(lane)?.find(asked);
    void search?.then((found) => {
      if (current) {
        setAnswer({ key, found });
      }
    });
    return () => {
      current = false;
    };
  }, [lane, key, tick]);
  return answer?.key === key ? answer.found : null;
}
