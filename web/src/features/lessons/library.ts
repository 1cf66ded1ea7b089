/** The lessons that come with the app, and the scenarios that their steps name. */
import { gallery } from '../../core/gallery/documents.ts';
import { withLane, LANES } from '../../core/lab/lanes.ts';
import type { Scenario } from '../../engine/types.ts';
import type { Lesson, ScenarioChoice } from './types.ts';

const files = import.meta.glob<Lesson>('../../../../public/lessons/*.json', {
  eager: true,
  import: 'default',
});

/** Their order in the list: that of the postings, and the easiest first. */
const ORDER = ['weiner-2011', 'gorman-2011', 'kim-2014', 'hansen-2013', 'gorman-2010'];

function rank({ id }: Lesson): number {
  const at = ORDER.indexOf(id);
  return at < 0 ? ORDER.length : at;
}

/** All of them; those that nobody has put in order come last. */
export const lessons: readonly Lesson[] = Object.entries(files)
  .filter(([path]) => !path.endsWith('.schema.json'))
  .map(([, lesson]) => lesson)
  .sort((x, y) => rank(x) - rank(y) || x.title.localeCompare(y.title));

/** The scenario that a step names; null if the gallery has none of that name. */
export function scenarioOf(choice: ScenarioChoice): Scenario | null {
  const item = gallery.find(({ id }) => id === choice.gallery);
  if (!item) {
    return null;
  }
  return LANES.reduce((scenario, lane) => {
    const { kernel, mechanisms = {} } = choice[lane] ?? {};
    return kernel === undefined
      ? scenario
      : withLane(scenario, lane, { kernel, mechanisms, interventions: [] });
  }, item.scenario);
}

/** The scenario in force at a step: its own, or that of the last step before it that names one. */
export function choiceAt({ steps }: Lesson, position: number): ScenarioChoice | null {
  return steps.slice(0, position + 1).findLast(({ scenario }) => scenario)?.scenario ?? null;
}
