/** What a study varies, in a few lines. */
import type { ReactElement } from 'react';

import { wholeCatalogue } from '../../../engine/whole-catalogue.ts';
import { baseTitle, laneNames } from '../pictures/lanes.ts';
import { fullTitle, measureOf } from '../pictures/measures.ts';
import type { Design, Factor, Study } from '../types.ts';

/** The lines. */
export function Summary({ study }: { study: Study }): ReactElement {
  const { factors = [], design, measures, seeds } = study;
  const lines: [term: string, text: string][] = [
    ['Scenario', baseTitle(study)],
    ...laneNames(study).map(({ lane, name }): [string, string] => [
      `Lane ${lane.toUpperCase()}`,
      name,
    ]),
    ...factors.map((factor): [string, string] => ['Varied', factorWords(factor)]),
    ['Combinations', DESIGNS[design.kind]],
    ['Seeds', seeds === 1 ? 'one' : `${seeds} for each combination`],
    ['Measures', measures.map((name) => fullTitle(measureOf(name))).join('; ')],
  ];
  return (
    <dl className="study-summary">
      {lines.map(([term, text], at) => (
        <div key={at}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const DESIGNS: Readonly<Record<Design['kind'], string>> = {
  grid: 'every combination of the values',
  one_at_a_time: 'each factor alone, the others at their first value',
  ablation: 'every subset of the patches',
  latin_hypercube: 'points spread over all factors',
};

/** Values that are named in a line. */
const VALUES_MOST = 12;

function factorWords(factor: Factor): string {
  const list = (values: readonly unknown[]) =>
    values
      .slice(0, VALUES_MOST)
      .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
      .join(', ') + (values.length > VALUES_MOST ? ` and ${values.length - VALUES_MOST} more` : '');
  switch (factor.vary) {
    case 'field':
      return `${factor.path}: ${list(factor.values)}`;
    case 'range':
      return `${factor.path}: ${factor.steps} values from ${factor.from} to ${factor.to}`;
    case 'ram':
      return `RAM: ${list(factor.values_mib)} MiB`;
    case 'mechanism': {
      const lanes = { a: 'lane A', b: 'lane B', both: 'both lanes' };
      const { mechanisms } = wholeCatalogue;
      const title = mechanisms.find(({ id }) => id === factor.id)?.title ?? factor.id;
      return `${title}: off and on, in ${lanes[factor.lane]}`;
    }
  }
}
