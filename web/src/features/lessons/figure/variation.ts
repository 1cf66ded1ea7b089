/** The scenario of a figure with its moves at some positions. */
import { withLane, LANES } from '../../../core/lab/lanes.ts';
import { gallery } from '../../../core/gallery/documents.ts';
import type { Scenario } from '../../../engine/types.ts';
import type { Fields, FieldValue, Figure, FigureScenario, LaneChoice, Move } from '../library.ts';

/** A position of a move: its text, and what it sets. */
export interface Position {
  text: string;
  set: Fields;
}

/** The positions of a move, in the order of the slider. */
export function positionsOf(move: Move): Position[] {
  if ('choices' in move) {
    return move.choices;
  }
  const { field, values, unit } = move;
  return values.map((value) => ({
    text: `${value.toLocaleString('en')}${unit === undefined ? '' : ` ${unit}`}`,
    set: { [field]: value },
  }));
}

/** Where each move stands before anybody moves it. */
export function startOf({ moves }: Figure): number[] {
  return moves.map((move) => Math.min(move.start ?? 0, positionsOf(move).length - 1));
}

/** The scenario that a figure names, before its moves; null if the gallery has none of that name. */
function baseOf(from: FigureScenario): Scenario | null {
  const found =
    'inline' in from
      ? from.inline
      : (gallery.find(({ id }) => id === from.gallery)?.scenario ?? null);
  return found && LANES.reduce((scenario, lane) => setLane(scenario, lane, from[lane]), found);
}

function setLane(scenario: Scenario, lane: 'a' | 'b', choice: LaneChoice | undefined): Scenario {
  return choice
    ? withLane(scenario, lane, { mechanisms: {}, ...choice, interventions: [] })
    : scenario;
}

/** The scenario of a figure with each move at a position; null if it has none. */
export function variationOf({ scenario, moves }: Figure, at: readonly number[]): Scenario | null {
  const base = baseOf(scenario);
  const sets = moves.map((move, index) => positionsOf(move)[at[index] ?? 0]?.set ?? {});
  return (
    base &&
    [scenario.set ?? {}, ...sets]
      .flatMap((fields) => Object.entries(fields))
      .reduce((changed, [path, value]) => withField(changed, path.split('.'), value), base)
  );
}

/** A copy with one field set. What is no object on the way becomes one, and the module of documents reports it. */
function withField<T>(holder: T, [name = '', ...rest]: string[], value: FieldValue): T {
  if (Array.isArray(holder)) {
    const items: unknown[] = holder;
    const index = Number(name);
    return (index < items.length ? items.with(index, put(items[index], rest, value)) : items) as T;
  }
  const fields = (typeof holder === 'object' && holder !== null ? holder : {}) as Fields;
  const present = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return { ...fields, [name]: put(present, rest, value) } as T;
}

function put(present: unknown, rest: string[], value: FieldValue): unknown {
  return rest.length === 0 ? value : withField(present, rest, value);
}
