/**
 * Legends, among them the legend of page frames. Pointing at an entry, or moving to it with the arrow keys, highlights
 * it everywhere.
 */
import { useId, useState, type KeyboardEvent, type ReactElement } from 'react';

import { lab } from '../core/lab/lab.ts';
import type { LaneState } from '../core/lab/lane-state.ts';
import { LANES, type LaneId } from '../core/lab/lanes.ts';
import { light, useLab, useLit, type Lit } from '../core/lab/store.ts';
import { useTick } from '../core/time.ts';
import { PAGE_STATES, type PageState } from '../engine/types.ts';

/** An entry: the class of its swatch, its name, and what it highlights. */
export interface LegendEntry {
  swatch: string;
  label: string;
  lit: Partial<Lit>;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Renders the legend as one tab stop; nothing if there are no entries. */
export function Legend({
  label,
  entries,
}: {
  label: string;
  entries: readonly LegendEntry[];
}): ReactElement | null {
  const id = useId();
  const now = useLit((state) => state.lit);
  const [active, setActive] = useState<string | null>(null);
  if (entries.length === 0) {
    return null;
  }
  const at = entries.findIndex((entry) => entry.label === active);
  const choose = (entry: LegendEntry | undefined) => {
    setActive(entry?.label ?? null);
    light(entry?.lit ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      choose(entries[(Math.max(at, 0) + step + entries.length) % entries.length]);
    } else if (event.key === 'Escape' && active !== null) {
      choose(undefined);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <ul
      className="legend"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
      onKeyDown={onKeyDown}
      onFocus={() => {
        // A pointer press has already selected an entry.
        if (active === null) {
          choose(entries[0]);
        }
      }}
      onBlur={() => choose(undefined)}
      onPointerLeave={() => choose(undefined)}
    >
      {entries.map((entry, number) => (
        <li
          key={entry.label}
          id={`${id}-${number}`}
          role="option"
          aria-selected={sameLit(now, entry.lit)}
          onPointerEnter={() => choose(entry)}
        >
          <span className={`swatch swatch-${entry.swatch}`} />
          {entry.label}
        </li>
      ))}
    </ul>
  );
}

function sameLit(now: Lit | null, { page = null, activity = null }: Partial<Lit>): boolean {
  return now !== null && (activity === null ? now.page === page : now.activity === activity);
}

/** Renders the legend of the page maps. While lanes are computed up to a moment, it removes no entries. */
export function PageLegend(): ReactElement {
  useTick('tables');
  const onTheWay = useLab((state) => state.goalNs !== null);
  const [kept, setKept] = useState(0);
  const drawn = LANES.map((lane) => shownBits(lab.lanes, [lane]));
  const now = drawn.reduce((bits, of) => bits | of, 0);
  const complete = !onTheWay && drawn.every((of) => of !== 0);
  if (complete && now !== kept) {
    setKept(now);
  }
  return (
    <Legend
      label="Colours of page frames"
      entries={entriesOf(complete ? now : kept | now).map(([state, label]) => ({
        swatch: state,
        label,
        lit: { page: state },
      }))}
    />
  );
}

type Entry = readonly [state: PageState, label: string];

/** The page states with their labels, in the order in which the legend shows them. */
const LEGEND: readonly Entry[] = [
  ['free', 'free'],
  ['cleanInactive', 'clean, inactive'],
  ['cleanActive', 'clean, active'],
  ['dirty', 'dirty'],
  ['writeback', 'writeback'],
  ['anon', 'anon'],
  ['kernel', 'kernel'],
  ['isolated', 'isolated'],
];

interface Lanes {
  state: (lane: LaneId) => LaneState | null;
}

/** Returns the states that occur in the page maps of these lanes. */
export function shownStates(lanes: Lanes, which: readonly LaneId[]): Entry[] {
  return entriesOf(shownBits(lanes, which));
}

function shownBits(lanes: Lanes, which: readonly LaneId[]): number {
  return which.reduce((bits, lane) => bits | (lanes.state(lane)?.shown ?? 0), 0);
}

function entriesOf(shown: number): Entry[] {
  return LEGEND.filter(([state]) => (shown & (1 << PAGE_STATES.indexOf(state))) !== 0);
}

/** Returns the label of a state. */
export function labelOf(state: PageState): string {
  return LEGEND.find(([name]) => name === state)?.[1] ?? state;
}
