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
  /** What it means, in one line. */
  meaning?: string;
  /** Whether its colour is not on the screen: the entry then only keeps its place. */
  absent?: boolean;
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
  const present = entries.filter(({ absent = false }) => !absent);
  const at = present.findIndex((entry) => entry.label === active);
  const idOf = (name: string | null) =>
    `${id}-${entries.findIndex(({ label: own }) => own === name)}`;
  const choose = (entry: LegendEntry | undefined) => {
    setActive(entry?.label ?? null);
    light(entry?.lit ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) {
      choose(present[(Math.max(at, 0) + step + present.length) % present.length]);
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
      aria-activedescendant={at < 0 ? undefined : idOf(active)}
      onKeyDown={onKeyDown}
      onFocus={() => {
        // A pointer press has already selected an entry.
        if (active === null) {
          choose(present[0]);
        }
      }}
      onBlur={() => choose(undefined)}
      onPointerLeave={() => choose(undefined)}
    >
      {entries.map((entry) =>
        entry.absent ? (
          <li key={entry.label} className="is-absent" aria-hidden="true">
            <span className="swatch-room" />
            {entry.label}
          </li>
        ) : (
          <li
            key={entry.label}
            id={idOf(entry.label)}
            role="option"
            aria-selected={sameLit(now, entry.lit)}
            aria-description={entry.meaning}
            title={entry.meaning}
            onPointerEnter={() => choose(entry)}
          >
            <span className={`swatch swatch-${entry.swatch}`} />
            {entry.label}
          </li>
        ),
      )}
    </ul>
  );
}

function sameLit(now: Lit | null, { page = null, activity = null }: Partial<Lit>): boolean {
  return now !== null && (activity === null ? now.page === page : now.activity === activity);
}

/**
 * Renders the legend of the page maps. While lanes are computed up to a moment, it removes no entries. The entries that
 * this scenario had keep their places, so that none moves away under the pointer.
 */
export function PageLegend(): ReactElement {
  useTick('tables');
  const onTheWay = useLab((state) => state.goalNs !== null);
  const openings = useLab((state) => state.openings);
  const [kept, setKept] = useState(0);
  const [had, setHad] = useState({ openings, bits: 0 });
  const drawn = LANES.map((lane) => shownBits(lab.lanes, [lane]));
  const now = drawn.reduce((bits, of) => bits | of, 0);
  const complete = !onTheWay && drawn.every((of) => of !== 0);
  if (complete && now !== kept) {
    setKept(now);
  }
  const shown = complete ? now : kept | now;
  const places = shown | (had.openings === openings ? had.bits : 0);
  if (places !== had.bits || openings !== had.openings) {
    setHad({ openings, bits: places });
  }
  return (
    <Legend
      label="Colours of page frames"
      entries={entriesOf(places).map(([state, label, meaning]) => ({
        swatch: state,
        label,
        lit: { page: state },
        meaning,
        absent: !isShown(shown, state),
      }))}
    />
  );
}

type Entry = readonly [state: PageState, label: string, meaning: string];

/** The page states with their labels and meanings, in the order in which the legend shows them. */
const LEGEND: readonly Entry[] = [
  ['free', 'free', 'Holds nothing.'],
  [
    'cleanInactive',
    'clean, inactive',
    'Page cache equal to the disk, on the inactive list, which reclaim scans.',
  ],
  [
    'cleanActive',
    'clean, active',
    'Page cache equal to the disk, on the active list: reclaim frees none of it there.',
  ],
  ['dirty', 'dirty', 'Page cache newer than the disk: it must be written first.'],
  ['writeback', 'writeback', 'Being written to the disk or to swap.'],
  ['anon', 'anon', 'Memory of a process that belongs to no file.'],
  ['kernel', 'kernel', 'Memory of the kernel itself, for example slab caches.'],
  ['isolated', 'isolated', 'Taken from its list by reclaim, which decides what to do with it.'],
];

interface Lanes {
  state: (lane: LaneId) => LaneState | null;
}

/** Returns the states that occur in the page maps of these lanes. */
export function shownStates(
  lanes: Lanes,
  which: readonly LaneId[],
): (readonly [PageState, string])[] {
  return entriesOf(shownBits(lanes, which)).map(([state, label]) => [state, label]);
}

function shownBits(lanes: Lanes, which: readonly LaneId[]): number {
  return which.reduce((bits, lane) => bits | (lanes.state(lane)?.shown ?? 0), 0);
}

function entriesOf(shown: number): Entry[] {
  return LEGEND.filter(([state]) => isShown(shown, state));
}

function isShown(bits: number, state: PageState): boolean {
  return (bits & (1 << PAGE_STATES.indexOf(state))) !== 0;
}

/** Returns the label of a state. */
export function labelOf(state: PageState): string {
  return LEGEND.find(([name]) => name === state)?.[1] ?? state;
}
