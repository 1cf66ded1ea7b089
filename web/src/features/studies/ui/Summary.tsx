/** What a study varies, in a few lines. */
import type { ReactElement } from 'react';

import { wholeCatalogue } from '../../../engine/whole-catalogue.ts';
import { factorTitle, levelWords, numberWords } from '../pictures/factor-titles.ts';
import { baseTitle, laneNames } from '../pictures/lanes.ts';
import { fullTitle, measureOf } from '../pictures/measures.ts';
import type { Design, Factor, Study } from '../types.ts';

/** A line; its hint is what a document calls it. */
interface Line {
  term: string;
  text: string;
  hint?: string;
}

/** The lines. */
export function Summary({ study }: { study: Study }): ReactElement {
  const { factors = [], design, measures, seeds } = study;
  const lines: Line[] = [
    { term: 'Scenario', text: baseTitle(study) },
    ...laneNames(study).map(({ lane, name }) => ({
      term: `Lane ${lane.toUpperCase()}`,
      text: name,
    })),
    ...factors.map((factor) => factorLine(study, factor)),
    { term: 'Combinations', text: DESIGNS[design.kind] },
    { term: 'Seeds', text: seeds === 1 ? 'one' : `${seeds} for each combination` },
    { term: 'Measures', text: measures.map((name) => fullTitle(measureOf(name))).join('; ') },
  ];
  return (
    <dl className="study-summary">
      {lines.map(({ term, text, hint }, at) => (
        <div key={at}>
          <dt>{term}</dt>
          <dd title={hint}>{text}</dd>
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

/** What is varied, with its values. */
function factorLine(study: Study, factor: Factor): Line {
  const name = factor.vary === 'field' || factor.vary === 'range' ? factor.path : '';
  const title = factorTitle(study, factor, name);
  const head = title.unit === '' ? title.title : `${title.title}, ${title.unit}`;
  const line = (text: string): Line => ({ term: 'Varied', text, hint: title.path });
  switch (factor.vary) {
    case 'field': {
      const values = factor.values.map((_, level) => levelWords(factor, level, title) ?? '');
      return line(`${head}: ${listed(values, factor.labels ? '; ' : ', ')}`);
    }
    case 'range': {
      const [from, to] = [factor.from, factor.to].map((value) => numberWords(value, title));
      return line(`${head}: ${factor.steps} values from ${from} to ${to}`);
    }
    case 'ram':
      return line(`RAM: ${listed(factor.values_mib.map(String), ', ')} MiB`);
    case 'mechanism': {
      const lanes = { a: 'lane A', b: 'lane B', both: 'both lanes' };
      const { mechanisms } = wholeCatalogue;
      const called = mechanisms.find(({ id }) => id === factor.id)?.title ?? factor.id;
      return { ...line(`${called}: off and on, in ${lanes[factor.lane]}`), hint: factor.id };
    }
  }
}

function listed(values: readonly string[], between: string): string {
  const more = values.length - VALUES_MOST;
  return values.slice(0, VALUES_MOST).join(between) + (more > 0 ? ` and ${more} more` : '');
}
