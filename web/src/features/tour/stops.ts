/** The stops of the tour: what each points at, says, and does in the Lab. */
import { playsByItself } from '../../base/page.ts';
import { lab } from '../../core/lab/lab.ts';
import { laneSetting, laneTitle, mechanismsOn } from '../../core/lab/lanes.ts';
import { goToMoment, type Moment } from '../../core/lab/moment.ts';
import { movementsFor, type Movement } from '../../core/lab/requirements.ts';
import { useLab } from '../../core/lab/store.ts';
import type { Catalogue, Scenario } from '../../engine/types.ts';
import type { Point } from '../../widgets/pointing/targets.ts';

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
export interface Setting {
  catalogue: Catalogue;
  /** The scenario as it was when the tour began. */
  scenario: Scenario;
}

/** The moment that the tour looks at: memory is full and reclaim is at work. */
const AT_WORK: Moment = {
  mark: 'kswapd_wakes',
  lane: 'a',
  within_seconds: 200,
  after_seconds: 10,
};
/** Virtual seconds a second at which the tour lets time go on. */
const TOUR_SPEED = 5;

/** The switch that the tour moves in B: one in which the lanes differ if it moves alone. */
export function touredSwitch({ catalogue, scenario }: Setting): Movement | null {
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
  const flip: Stop[] = movement
    ? [
        {
          title: 'One switch for each patch',
          point: { mechanism: movement.mechanism, lane: 'b' },
          text: () => [
            `The tour has just switched “${titleOf(setting, movement)}” ${movement.on ? 'on' : 'off'} in B, at this moment, and lets time go on. What you switch while it runs becomes part of the run, and of its link. The tour puts it back.`,
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
          `“${scenario.title}”, on two machines that are alike. A runs ${a}. B runs ${a === b ? 'the same' : b}.`,
          'Both are simulated here, in your browser, in step: what differs between them comes from the kernels alone.',
        ];
      },
    },
    {
      title: 'Every page frame is in the map',
      point: { panel: 'map', lane: 'a' },
      text: () => [
        'Each zone has its map, and each cell is a page frame or a few neighbours. Blue is clean and can be freed at once; orange is dirty and must be written first; pink is being written.',
        'The bar beside a map is free memory, with the zone’s three watermarks. The wheel comes closer, down to single frames. The run goes on to where reclaim is at work.',
      ],
      act: () => void goToMoment(AT_WORK),
    },
    {
      title: 'The LRU list, and its tail',
      point: { panel: 'ribbon', lane: 'a' },
      text: () => [
        'A ribbon is a zone’s inactive file list from head to tail. New pages come in at the left. Reclaim takes pages from the framed end at the right: what is orange there costs a write.',
      ],
    },
    ...flip,
    {
      title: 'What changes',
      point: { panel: 'changes' },
      text: () => [
        'B against A: the figure, the difference, and both lines over virtual time. Green is better, red is worse. Drag across a chart to look at a stretch of time.',
        'The names are those of /proc/vmstat. All counters has every one of them, with what it counts.',
      ],
      act: playOn,
    },
    {
      title: 'Who is waiting for what',
      point: { panel: 'tasks' },
      text: () => [
        'Each bar is a task or the device over the last seconds: running, waiting for I/O, held back at the dirty limit, reclaiming for itself. The strip of the device shows where its time goes, the marks below it who sent each request.',
      ],
    },
    {
      title: 'Time goes both ways',
      point: { panel: 'timeline' },
      text: () => [
        'The tour has gone back to where reclaim began, and put the switch back. Marks stand where something happened first; a click on one goes there. Drag the slider, or press ← and → once you have left.',
      ],
      act: () => {
        // What the tour switched is taken back as anybody would take it back.
        if (moved) {
          moved = false;
          lab.changes.undoLanes();
        }
        void goToMoment(AT_WORK);
      },
    },
    {
      title: 'Take it with you',
      point: { panel: 'link' },
      text: () => [
        'The link holds the scenario and all that was switched: who opens it sees this run, to the byte. Nothing is stored or sent.',
        'Learn has a lesson for each of the five postings, and this tour. Press ? for all keys. When you leave, all is as it was before the tour.',
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
