/** The runs of a figure: asks for those that are missing, and tells when they come. */
import { useCallback, useEffect, useReducer } from 'react';

import type { Figure, RunPlace } from '../types.ts';
import type { FindRun } from './lines.ts';
import { figureRuns, type Outcome, type Wanted } from './runner.ts';
import { variationOf } from './variation.ts';

/** Finds runs, and why there is none. */
export interface Runs {
  find: FindRun;
  /** Why one of the wanted runs could not be computed; null if none failed. */
  problem: string | null;
  /** Wanted runs that are not there yet. */
  missing: number;
}

/** Nothing runs while `places` is empty. */
export function useRuns(figure: Figure, places: readonly RunPlace[]): Runs {
  const [, renew] = useReducer((count: number) => count + 1, 0);
  const text = JSON.stringify(places);
  useEffect(() => figureRuns.listen(renew), []);
  useEffect(() => {
    const wanted = (JSON.parse(text) as RunPlace[])
      .map((place) => wantedOf(figure, place))
      .filter((one) => one !== null);
    figureRuns.want(wanted);
  }, [figure, text]);
  const find = useCallback<FindRun>(
    (place) => {
      const outcome = outcomeOf(figure, place);
      return outcome && 'run' in outcome ? outcome.run : undefined;
    },
    [figure],
  );
  const outcomes = places.map((place) => outcomeOf(figure, place));
  const failed = outcomes.find((outcome) => outcome && 'problem' in outcome);
  return {
    find,
    problem: failed && 'problem' in failed ? failed.problem : null,
    missing: outcomes.filter((outcome) => outcome === undefined).length,
  };
}

function wantedOf(figure: Figure, { lane, at }: RunPlace): Wanted | null {
  const scenario = variationOf(figure, at);
  return scenario && { scenario, lane, untilNs: Math.round(figure.until * 1e9) };
}

function outcomeOf(figure: Figure, place: RunPlace): Outcome | undefined {
  const wanted = wantedOf(figure, place);
  return wanted ? figureRuns.get(wanted) : { problem: 'The gallery has no such scenario.' };
}
