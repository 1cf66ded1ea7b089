/** The stops of the tour: what each points at, says, and does in the Lab. */
import { playsByItself } from '../../base/page.ts';
import { lab } from '../../core/lab/lab.ts';
import { laneSetting, laneTitle, mechanismsOn } from '../../core/lab/lanes.ts';
import { movementsFor, type Movement } from '../../core/lab/requirements.ts';
import { goToMoment, momentNs, type Moment } from '../../core/lab/moment.ts';
import { useLab } from '../../core/lab/store.ts';
import type { Catalogue, Scenario } from '../../engine/types.ts';
import type { Box, Point } from '../../widgets/pointing.tsx';

/** A stop. */
export interface Stop {
  title: string;
  /** Paragraphs, for the scenario that runs. */
  text(what: Setting): string[];
  point: Point;
  /** What is done in the Lab when the stop is shown. */
  act?(what: Setting): void;
}

/** What the words depend on. */
interface Setting {
  catalogue: Catalogue;
  /** The scenario as it was when the tour began. */
  scenario: Scenario;
}

/** The moment that the tour looks at: memory is full and reclaim is at work. */
const AT_WORK = {
  mark: 'kswapd_wakes',
  lane: 'a',
  within_seconds: 200,
  after_seconds: 10,
} satisfies Moment;
/** Virtual seconds a second at which the tour lets time go on. */
const TOUR_SPEED = 5;

/** The switch that the tour moves in B: one in which the lanes differ if it moves alone. */
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

/** All of them, in the order in which they are shown. */
export function stopsFor(setting: Setting): Stop[] {
  const movement = touredSwitch(setting);
  let moved = false;
  /** Where the tour looks at reclaim; null until it is there. */
  let workNs: number | null = null;
  const toWork = () => {
    const wokeNs = momentNs({ ...AT_WORK, after_seconds: 0 });
    const nowNs = lab.lanes.nowNs();
    const over = lab.lanes.loaded()?.some(({ state }) => state.finished) ?? true;
    if (workNs !== null) {
      lab.goTo(workNs);
    } else if (wokeNs !== null && nowNs >= wokeNs && !over) {
      // Reclaim is at work where the reader stands: the tour stays in the run that they have.
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
            `The tour has just turned “${titleOf(setting, movement)}” ${movement.on ? 'on' : 'off'} in B, while it runs. Each switch is one patch. The tour restores it.`,
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
      title: 'Every page frame is in the map',
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
      title: 'What changes',
      point: { panel: 'changes' },
      text: () => [
        'Each chart compares B with A over virtual time. Green is better, red is worse. Drag across a chart to zoom in.',
      ],
      act: playOn,
    },
    {
      title: 'What each task waits for',
      point: { panel: 'tasks' },
      text: () => [
        'Each bar is a task or a device over the last seconds: running, waiting for I/O, throttled at the dirty limit, or reclaiming.',
      ],
    },
    {
      title: 'Time goes both ways',
      point: { panel: 'timeline' },
      text: () => [
        'The tour restored the switch and went back. Drag the slider to any moment, or click a mark to see where something happened first.',
      ],
      act: () => {
        // What the tour switched is taken back as anybody would take it back.
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
  // A run that is over would begin anew.
  const over = lab.lanes.loaded()?.every(({ state }) => state.finished) ?? true;
  if (playsByItself() && !over) {
    lab.setSpeed(TOUR_SPEED);
    lab.play(true);
  }
}

// Where the tour's panel stands: beside what it speaks of, inside the window.

/** A size, CSS pixels. */
interface Size {
  width: number;
  height: number;
}

/** Room between the panel and what is beside it. */
const GAP = 14;
/** Room between the panel and the edge of the window. */
const EDGE = 10;

/** The top left corner: right of the box, left, below or above, wherever it hides least of it. */
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

/** How much of a box another hides, square pixels. */
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
