/** The stops of the tour: the target, the text and the action of each. */
import { playsByItself } from '../../base/page.ts';
import { lab } from '../../core/lab/lab.ts';
import { laneSetting, laneTitle, mechanismsOn, type LaneId } from '../../core/lab/lanes.ts';
import { movementsFor } from '../../core/lab/requirements.ts';
import { goToMoment, momentNs, type Moment } from '../../core/lab/moment.ts';
import { unfold, useLab } from '../../core/lab/store.ts';
import type { Catalogue, PageState, Scenario } from '../../engine/types.ts';
import { shownStates } from '../../widgets/Legend.tsx';
import type { Box, Point } from '../../widgets/pointing.tsx';

export interface Stop {
  title: string;
  /** Returns the paragraphs for the current scenario. */
  text(what: Setting): string[];
  point: Point;
  /** The action in the Lab when the stop is shown. */
  act?(what: Setting): void;
}

/** The state on which the texts depend. */
interface Setting {
  catalogue: Catalogue;
  /** The scenario at the start of the tour. */
  scenario: Scenario;
}

/** The moment that the tour shows: memory is full and reclaim is working. */
const AT_WORK = {
  mark: 'kswapd_wakes',
  lane: 'a',
  within_seconds: 200,
  after_seconds: 10,
} satisfies Moment;

/** The switch that the tour points at, and where it is on. */
interface Shown {
  mechanism: string;
  title: string;
  onIn: Record<LaneId, boolean>;
}

/** Returns a switch that differs between the lanes; if none does, one without dependencies; null if there is none. */
function shownSwitch({ catalogue, scenario }: Setting): Shown | null {
  const [a, b] = (['a', 'b'] as const).map((lane) =>
    mechanismsOn(catalogue, laneSetting(scenario, lane), lab.lanes.nowNs()),
  );
  if (!a || !b) {
    return null;
  }
  const { mechanisms } = catalogue;
  const differing = mechanisms.filter(({ id }) => a.has(id) !== b.has(id));
  // A switch that others require only prepares for them.
  const differs = differing.find(({ id }) => !differing.some((by) => by.requires.includes(id)));
  const alone = mechanisms.find(
    ({ id }) => movementsFor(catalogue, id, !b.has(id), b).length === 1,
  );
  const found = differs ?? alone;
  return found
    ? {
        mechanism: found.id,
        title: found.title,
        onIn: { a: a.has(found.id), b: b.has(found.id) },
      }
    : null;
}

function switchText({ title, onIn }: Shown): string {
  const put = (on: boolean) => (on ? 'on' : 'off');
  const where =
    onIn.a === onIn.b ? `${put(onIn.b)} in A and B` : `${put(onIn.b)} in B and ${put(onIn.a)} in A`;
  return `Each switch is one patch. “${title}” is ${where}. A click turns it ${put(!onIn.b)} in B from then on.`;
}

/** What each colour of the map means, by the states that have it. */
const COLOURS: readonly { states: readonly PageState[]; text: string }[] = [
  {
    states: ['cleanInactive', 'cleanActive'],
    text: 'Blue pages are clean: reclaim can free them.',
  },
  { states: ['dirty'], text: 'Orange pages are dirty: reclaim cannot free them yet.' },
  { states: ['writeback'], text: 'Pink pages are being written.' },
  { states: ['anon'], text: 'Green pages belong to programs.' },
];

/** Explains the colours that a map shows; before the first map, all of them. */
export function mapText(shown: readonly PageState[]): string {
  const named = COLOURS.filter(
    ({ states }) => shown.length === 0 || states.some((state) => shown.includes(state)),
  );
  return [...named.map(({ text }) => text), 'Click to zoom in.'].join(' ');
}

/** Returns all stops in the order in which they are shown. */
export function stopsFor(setting: Setting): Stop[] {
  const shown = shownSwitch(setting);
  /** The moment at which the tour shows reclaim; null until that is reached. */
  let workNs: number | null = null;
  /** Whether the stop of the timeline has moved the run back to it. */
  let wentBack = false;
  const toWork = () => {
    const wokeNs = momentNs({ ...AT_WORK, after_seconds: 0 });
    const nowNs = lab.lanes.nowNs();
    const over = lab.lanes.loaded()?.some(({ state }) => state.finished) ?? true;
    if (workNs !== null) {
      lab.goTo(workNs);
    } else if (wokeNs !== null && nowNs >= wokeNs && !over) {
      // Reclaim is already working at the present moment, so the tour stays there.
      workNs = nowNs;
    } else {
      void goToMoment(AT_WORK).then((reached) => {
        workNs ??= reached === 'there' ? lab.lanes.nowNs() : null;
      });
    }
  };
  const patch: Stop[] = shown
    ? [
        {
          title: 'One switch for each patch',
          point: { mechanism: shown.mechanism, lane: 'b' },
          text: () => [switchText(shown)],
          act: () => useLab.setState({ editing: 'b' }),
        },
      ]
    : [];
  return [
    {
      title: 'Two machines, one workload',
      point: { panel: 'lanes' },
      text: ({ catalogue, scenario }) => {
        const [a, b] = (['a', 'b'] as const).map((lane) =>
          // As the lanes are named now: a switch may have moved during the run.
          laneTitle(catalogue, laneSetting(scenario, lane), lab.lanes.nowNs()),
        );
        return [
          `The same workload runs on two simulated machines: “${scenario.title}”. A has ${a}. B has ${a === b ? 'the same kernel' : b}.`,
        ];
      },
    },
    {
      title: 'A map of every page frame',
      point: { panel: 'map', lane: 'a' },
      text: () => [mapText(shownStates(lab.lanes, ['a']).map(([state]) => state))],
      act: toWork,
    },
    {
      title: 'The LRU list, and its tail',
      point: { panel: 'ribbon', lane: 'a' },
      text: () => [
        'New pages enter a zone’s list at the left. Reclaim takes pages from the right end. An orange page there gets another round, waits for the flusher, or costs a write.',
      ],
    },
    ...patch,
    {
      title: 'Charts',
      point: { panel: 'changes' },
      text: () => [
        'Each chart compares B with A over virtual time. Green is better, red is worse. Drag across a chart to zoom in.',
      ],
      act: playOn,
    },
    {
      title: 'Tasks and devices',
      point: { panel: 'tasks' },
      text: () => [
        'Each bar is a task or a device over the last seconds. The legend below names its colours.',
      ],
      // While folded, the panel has no content to point at.
      act: () => unfold('details', true),
    },
    {
      title: 'Back and forth in time',
      point: { panel: 'timeline' },
      text: () => [
        `${wentBack ? 'The tour went back. ' : ''}Drag the slider, or click a mark to go to the first event of its kind.`,
      ],
      act: () => {
        wentBack = workNs !== null && workNs < lab.lanes.nowNs();
        toWork();
      },
    },
    {
      title: 'Share it',
      point: { panel: 'link' },
      text: () => [
        'Opening this link reproduces the run exactly. Learn has five lessons; press ? for all keys. Leaving the tour restores your run.',
      ],
    },
  ];
}

function playOn(): void {
  // Playing a run that is over would restart it.
  const over = lab.lanes.loaded()?.every(({ state }) => state.finished) ?? true;
  if (playsByItself() && !over) {
    lab.play(true);
  }
}

// The position of the tour's panel: beside its target and inside the window.

/** A size in CSS pixels. */
interface Size {
  width: number;
  height: number;
}

/** Gap between the panel and its target. */
const GAP = 14;
/** Gap between the panel and the edge of the window. */
const EDGE = 10;

/**
 * Returns the panel's top left corner: right of the box, left, below or above, whichever position hides the least of
 * the box.
 */
export function placeBeside(box: Box, panel: Size, window: Size): Pick<Box, 'left' | 'top'> {
  const middle = {
    left: box.left + box.width / 2 - panel.width / 2,
    top: box.top + box.height / 2 - panel.height / 2,
  };
  const places = [
    { left: box.left + box.width + GAP, top: middle.top },
    { left: box.left - GAP - panel.width, top: middle.top },
    { left: middle.left, top: box.top + box.height + GAP },
    { left: middle.left, top: box.top - GAP - panel.height },
  ].map(({ left, top }) => ({
    left: clamp(left, EDGE, window.width - panel.width - EDGE),
    top: clamp(top, EDGE, window.height - panel.height - EDGE),
  }));
  const hidden = places.map((place) => hiddenOf(box, { ...place, ...panel }));
  const best = places[hidden.indexOf(Math.min(...hidden))];
  return best ?? { left: EDGE, top: EDGE };
}

/** Returns how much of the first box the second one hides, in square pixels. */
export function hiddenOf(box: Box, above: Box): number {
  const across = overlap(box.left, box.width, above.left, above.width);
  return across * overlap(box.top, box.height, above.top, above.height);
}

function overlap(from: number, length: number, otherFrom: number, otherLength: number): number {
  return Math.max(0, Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom));
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
