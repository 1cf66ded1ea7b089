/** What is compared in a study: the scenario, and the kernel and mechanisms of each lane. */
import { gallery } from '../../../core/gallery/documents.ts';
import { laneSetting, laneTitle, type LaneId } from '../../../core/lab/lanes.ts';
import type { Scenario } from '../../../engine/types.ts';
import { wholeCatalogue } from '../../../engine/whole-catalogue.ts';
import type { Factor, Study } from '../../../engine/generated/scenario.ts';
import { measureOf } from './measures.ts';

/** The scenario of a study; null where it is not known. */
export function baseOf({ base }: Study): Scenario | null {
  const { gallery: id, scenario } = base;
  if (typeof id === 'string') {
    return gallery.find((item) => item.id === id)?.scenario ?? null;
  }
  // The engine has read it: a study is checked before it is shown.
  return (scenario ?? null) as Scenario | null;
}

/** The title of a study's scenario. */
export function baseTitle(study: Study): string {
  const { gallery: id } = study.base;
  return baseOf(study)?.title ?? id ?? 'its own scenario';
}

/** A lane, and what it runs. */
export interface NamedLane {
  lane: LaneId;
  /** The kernel, and what is switched on or off in it; that the study varies it, where it does. */
  name: string;
}

/** The lanes that the measures of a study are of, or those of one measure. */
export function laneNames(study: Study, measures = study.measures): NamedLane[] {
  const scenario = baseOf(study);
  const used = new Set(measures.map((name) => measureOf(name).lane));
  const compared = study.measures.some((name) => measureOf(name).lane !== 'a');
  return (['a', 'b'] as const).flatMap((lane) => {
    const wanted = used.has(lane) || used.has('ratio');
    // Where nothing is compared there are no lanes to tell apart.
    return scenario && compared && wanted ? [{ lane, name: nameOf(study, scenario, lane) }] : [];
  });
}

/** “A: Linux 3.0” and “B: …”. */
export function laneLine({ lane, name }: NamedLane): string {
  return `${lane.toUpperCase()}: ${name}`;
}

function nameOf({ factors = [] }: Study, scenario: Scenario, lane: LaneId): string {
  const varies = (path: string) => factors.some((factor) => isOf(factor, lane, path));
  if (varies('')) {
    return 'kernel and mechanisms as varied';
  }
  const { kernel, ...setting } = laneSetting(scenario, lane);
  if (varies('kernel')) {
    return varies('mechanisms') ? 'kernel and mechanisms as varied' : 'the kernel as varied';
  }
  const fixed = varies('mechanisms') ? { mechanisms: {}, interventions: [] } : setting;
  const title = laneTitle(wholeCatalogue, { kernel, ...fixed }, 0);
  const switched = factors.some(
    (factor) => factor.vary === 'mechanism' && [lane, 'both'].includes(factor.lane),
  );
  return varies('mechanisms') || switched ? `${title}, mechanisms as varied` : title;
}

/** Whether a factor sets this of a lane: all of it, its kernel or its mechanisms. */
function isOf(factor: Factor, lane: LaneId, part: string): boolean {
  if (factor.vary !== 'field') {
    return false;
  }
  const { path } = factor;
  const wanted = lane === 'a' ? part : part === '' ? 'against' : `against.${part}`;
  return wanted !== '' && (path === wanted || (part !== '' && path.startsWith(`${wanted}.`)));
}
