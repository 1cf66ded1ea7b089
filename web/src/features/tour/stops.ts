/** The stops of the tour: the target, the text and the action of each. */
import { playsByItself } from '../../base/page.ts';
import { lab } from '../../core/lab/lab.ts';
import { laneSetting, laneTitle, mechanismsOn } from '../../core/lab/lanes.ts';
import { movementsFor, type Movement } from '../../core/lab/requirements.ts';
import { goToMoment, momentNs, type Moment } from '../../core/lab/moment.ts';
import { unfold, useLab } from '../../core/lab/store.ts';
import type { Catalogue, Scenario } from '../../engine/types.ts';
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

/**
 * Returns the switch that the tour toggles in B: one without dependencies, if possible one that would make the lanes
 * differ.
 */
function touredSwitch({ catalogue, scenario }: Setting): Movement | null {
  const [a, b] = (['a', 'b'] as const).map((lane) =>
    mechanismsOn(catalogue, laneSetting(scenario, lane), Infinity),
  );
  if (!a || !b) {
    return null;
  }
  const alone = catalogue.mechanisms
    .map(({ id }) => ({ mechanism: id, on: !b.has(id) }))
    .filter(({ mechanism, on }) => movementsFor(catalogue, mechanism, on, b).length === 1);
  return alone.find(({ mechanism, on }) => a.has(mechanism) === on) ?? alone[0] ?? null;
}

function titleOf({ catalogue }: Setting, movement: Movement): string {
  const found = catalogue.mechanisms.find(({ id }) => id === movement.mechanism);
  return found?.title ?? movement.mechanism;
}

/** Returns all stops in the order in which they are shown. */
export function stopsFor(setting: Setting): Stop[] {
  const movement = touredSwitch(setting);
  let moved = false;
  /** The moment at which the tour shows reclaim; null until that is reached. */
  let workNs: number | null = null;
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
  const flip: Stop[] = movement
    ? [
        {
          title: 'One switch for each patch',
          point: { mechanism: movement.mechanism, lane: 'b' },
          text: () => [
            `The tour has just turned “${titleOf(setting, movement)}” ${movement.on ? 'on' : 'off'} in B, while it runs. Each switch is one patch. The tour restores it later.`,
          ],
          act: () => {
            useLab.setState({ editing: 'b' });
            if (!moved) {
              moved = true;
              lab.switchMechanisms('b', [movement]);
            }
            playOn();
          },
        },
      ]
    : [];
  return [
    {
      title: 'Two machines, one workload',
      point: { panel: 'lanes' },
      text: ({ catalogue, scenario }) => {
        const [a, b] = (['a', 'b'] as const).map((lane) =>
          laneTitle(catalogue, laneSetting(scenario, lane), 0),
        );
        return [
          `The same workload runs on two simulated machines: “${scenario.title}”. A has ${a}. B has ${a === b ? 'the same kernel' : b}.`,
        ];
      },
    },
    {
      title: 'A map of every page frame',
      point: { panel: 'map', lane: 'a' },
      text: () => [
        'Blue pages are clean and can be freed at once. Orange pages are dirty and must be written first. Pink pages are being written. Click to zoom in.',
      ],
      act: toWork,
    },
    {
      title: 'The LRU list, and its tail',
      point: { panel: 'ribbon', lane: 'a' },
      text: () => [
        'New pages enter a zone’s list at the left. Reclaim takes pages from the right end: an orange page there costs a write.',
      ],
    },
    ...flip,
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
        'Each bar is a task or a device over the last seconds: running, waiting for I/O, throttled at the dirty limit, or reclaiming.',
      ],
      // While folded, the panel has no content to point at.
      act: () => unfold('details', true),
    },
    {
      title: 'Back and forth in time',
      point: { panel: 'timeline' },
      text: () => [
        'The tour restored the switch and went back. Drag the slider to any time, or click a mark to go to the first event of its kind.',
      ],
      act: () => {
        // The tour reverts its switch with the ordinary undo.
        if (moved) {
          moved = false;
          lab.changes.undoLanes();
        }
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
