/** A figure inside the text: a question, a small run of the engine, and its controls. */
import { useId, useState, type ReactElement, useCallback, useEffect, useReducer } from 'react';
import { computing, formatSeconds } from '../../../base/format.ts';
import {
  type Figure,
  type Move,
  type RunPlace,
  formatMeasure,
  ratioOf,
  rightOf,
} from '../library.ts';
import {
  FigureChart,
  headlineIn,
  isJoined,
  linesOf,
  placesOf,
  positionsOf,
  seriesOf,
  startOf,
  variationOf,
  type FindRun,
  type Line,
} from './figure.tsx';
import './figure.css';
import { figureRuns, type Outcome, type Wanted } from './runner.ts';
import { Line as Text, Words } from '../words.tsx';

export function FigureBlock({ figure }: { figure: Figure }): ReactElement {
  const id = useId();
  const [at, setAt] = useState(() => startOf(figure));
  /** Index of the option that the reader expects; −1 if the reader did not guess. */
  const [guess, setGuess] = useState<number | null>(null);
  const asked = guess === null;
  const places = asked ? [] : [...figure.compare, ...placesOf(figure, at)];
  const runs = useRuns(figure, places);
  const lines = asked ? [] : linesOf(figure, at, runs.find);
  return (
    <figure className="figure" aria-labelledby={`${id}-title`}>
      <figcaption id={`${id}-title`}>
        <Text text={figure.title} />
      </figcaption>
      <Question figure={figure} guess={guess} runs={runs} onGuess={setGuess} />
      {!asked && (
        <>
          {figure.moves.map((move, index) => (
            <MoveControl
              key={move.label}
              move={move}
              position={at[index] ?? 0}
              onMove={(position) => setAt(at.with(index, position))}
            />
          ))}
          <Headline figure={figure} at={at} lines={lines} />
          <Chart figure={figure} at={at} lines={lines} />
          <p className="figure-state quiet" role="status">
            {runs.problem ?? (runs.missing > 0 ? `${computing(runs.missing)}…` : '')}
          </p>
          <Numbers figure={figure} at={at} lines={lines} />
          <Words text={figure.answer} />
        </>
      )}
    </figure>
  );
}

interface QuestionProps {
  figure: Figure;
  guess: number | null;
  runs: Runs;
  onGuess: (guess: number) => void;
}

/** Renders the question before the first run; afterwards the answer that the runs gave. */
function Question({ figure, guess, runs, onGuess }: QuestionProps): ReactElement {
  const { question, options, compare, measures } = figure;
  const id = useId();
  if (guess === null) {
    return (
      <div className="figure-question" role="group" aria-labelledby={id}>
        <p id={id}>
          <strong>
            <Text text={question} />
          </strong>
        </p>
        {options.map(({ text }, index) => (
          <button key={text} type="button" className="button" onClick={() => onGuess(index)}>
            <Text text={text} />
          </button>
        ))}
        <button type="button" className="button button-quiet" onClick={() => onGuess(-1)}>
          Run without a guess
        </button>
      </div>
    );
  }
  const [value, other] = compare.map((place) => {
    const run = runs.find(place);
    return run && measures[0] ? headlineIn(figure, run, measures[0]) : Number.NaN;
  });
  const ratio = ratioOf(other ?? Number.NaN, value ?? Number.NaN);
  const right = options[rightOf(options, ratio)];
  const chosen = options[guess];
  const waiting = runs.missing > 0 ? 'Computing…' : '';
  return (
    <div className="figure-question" role="status">
      <p>
        <strong>
          <Text text={question} />
        </strong>{' '}
        {right ? <Verdict right={right.text} chosen={chosen?.text} /> : waiting}
      </p>
    </div>
  );
}

function Verdict({ right, chosen }: { right: string; chosen: string | undefined }): ReactElement {
  if (chosen !== undefined && chosen !== right) {
    return (
      <>
        <span className="tone-neutral">Not quite.</span> Your guess: “
        <Text text={chosen} />
        ”. The run: “
        <Text text={right} />
        ”.
      </>
    );
  }
  return (
    <>
      <Text text={right} />
      {chosen === right && <span className="tone-good"> · correct</span>}
    </>
  );
}

interface MoveControlProps {
  move: Move;
  position: number;
  onMove: (position: number) => void;
}

/** Renders a slider for values, or buttons for choices. */
function MoveControl({ move, position, onMove }: MoveControlProps): ReactElement {
  const id = useId();
  const positions = positionsOf(move);
  if ('choices' in move) {
    return (
      <fieldset className="figure-move">
        <legend>
          <Text text={move.label} />
        </legend>
        {positions.map(({ text }, index) => (
          <label key={text} className="figure-choice">
            <input
              type="radio"
              name={id}
              checked={index === position}
              onChange={() => onMove(index)}
            />
            <Text text={text} />
          </label>
        ))}
      </fieldset>
    );
  }
  const text = positions[position]?.text ?? '';
  return (
    <div className="figure-move">
      <label htmlFor={id}>
        <Text text={move.label} />
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={positions.length - 1}
        value={position}
        aria-valuetext={text}
        onChange={(event) => onMove(Number(event.target.value))}
      />
      <output className="number" htmlFor={id}>
        {text}
      </output>
    </div>
  );
}

interface LinesProps {
  figure: Figure;
  at: readonly number[];
  lines: readonly Line[];
}

/** Renders the value of each line at the end of the run, or its mean; also the legend. */
function Headline({ figure, lines }: LinesProps): ReactElement {
  const { lanes, measures, until, mean_from: from } = figure;
  const seconds = (time: number) => formatSeconds(time * 1e9, 0);
  const when =
    from === undefined ? `at ${seconds(until)}` : `mean from ${seconds(from)} to ${seconds(until)}`;
  const one = lanes.length > 1 ? measures[0]?.label : lanes[0]?.name;
  return (
    <div className="figure-headline">
      <p className="quiet">
        <Text text={one ?? ''} />, {when}
      </p>
      <ul>
        {lines.map((line, index) => (
          <li key={`${line.lane}/${line.name}`} className={seriesOf(lines, index)}>
            <svg className="figure-swatch" aria-hidden="true" width="22" height="8">
              {isJoined(figure) ? (
                <path d="M0 4H22" />
              ) : (
                <circle className="figure-point" cx="11" cy="4" r="3" />
              )}
            </svg>
            <span>
              <Text text={line.name} />
            </span>
            <strong className="number">{formatMeasure(line.measure, line.now)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Chart({ figure, at, lines }: LinesProps): ReactElement {
  const first = figure.moves[0];
  const positions =
    figure.draw === 'value' && first
      ? positionsOf(first).map(({ text }) => text.replace(/ .*$/, ''))
      : null;
  const where = figure.moves
    .map((move, index) => `${move.label} ${positionsOf(move)[at[index] ?? 0]?.text ?? ''}`)
    .join(', ');
  const values = lines.map(({ name, measure, now }) => `${name} ${formatMeasure(measure, now)}`);
  return (
    <FigureChart
      lines={lines}
      label={`${figure.title}. ${where}: ${values.join('; ')}.`.replaceAll('`', '')}
      positions={positions}
      joined={isJoined(figure)}
      at={at[0] ?? 0}
      until={figure.until}
      as={figure.measures[0]?.as}
    />
  );
}

/** Number of rows of the table over time. */
const ROWS = 8;

/** Renders a table with the values of the chart. */
function Numbers({ figure, lines }: LinesProps): ReactElement {
  const first = figure.moves[0];
  const byValue = figure.draw === 'value' && first !== undefined;
  const count = Math.max(0, ...lines.map(({ x }) => x.length));
  const step = byValue ? 1 : Math.max(1, Math.floor(count / ROWS));
  const rows = Array.from({ length: count }, (_, row) => row).filter((row) => row % step === 0);
  return (
    <details className="figure-numbers">
      <summary>Numbers</summary>
      <table className="watch number">
        <thead>
          <tr>
            <th scope="col">{byValue ? <Text text={first.label} /> : 'Virtual time'}</th>
            {lines.map((line) => (
              <th key={`${line.lane}/${line.name}`} scope="col">
                <Text text={line.name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">
                {byValue
                  ? positionsOf(first)[row]?.text
                  : formatSeconds((lines[0]?.x[row] ?? 0) * 1e9)}
              </th>
              {lines.map((line) => (
                <td key={`${line.lane}/${line.name}`}>
                  {formatMeasure(line.measure, line.y[row] ?? Number.NaN)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Finds finished runs, and problems. */
interface Runs {
  find: FindRun;
  /** Why a requested run could not be computed; null if none failed. */
  problem: string | null;
  /** Number of requested runs that are not finished yet. */
  missing: number;
}

/** Requests the runs at these places; nothing runs if `places` is empty. */
function useRuns(figure: Figure, places: readonly RunPlace[]): Runs {
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
  return wanted
    ? figureRuns.get(wanted)
    : { problem: 'The scenario of this figure is not in the gallery.' };
}
