/** The first difference of the lanes: a worker searches for it whenever the scenario has changed. */
import type { ReactElement } from 'react';

import { formatCount, formatPfn, formatSeconds } from '../../base/format.ts';
import { zoneReason, type Found } from '../../core/lab/decision-words.ts';
import { lab } from '../../core/lab/lab.ts';
import {
  laneDocument,
  laneSetting,
  LANES,
  mechanismsOn,
  type LaneId,
} from '../../core/lab/lanes.ts';
import { showFrame } from '../../core/lab/map-view.ts';
import { useLab, type Divergence } from '../../core/lab/store.ts';
import { endText, goalOf, runEnd } from '../../core/lab/timeline.ts';
import { useTick } from '../../core/time.ts';
import type { DivergenceAnswer, DivergenceRequest } from '../../engine/divergence.worker.ts';
import { Silence } from '../../engine/problems.ts';
import type { Scenario, Decision } from '../../engine/types.ts';
import './decisions.css';

/** Wall time without a further change after which the search starts: users often move several switches in a row. */
const WAIT_MS = 700;

/** Searches for the first difference, in one scenario at a time. */
export class DivergenceFinder {
  #worker: Worker | null = null;
  #timer = 0;
  #key = '';
  /** Finished searches of this page, by the documents of both lanes. */
  readonly #done = new Map<string, Divergence>();
  readonly #silence = new Silence(() => this.#fail('its worker does not respond.'));

  /** Follows the Lab's scenario. */
  start(): void {
    useLab.subscribe(({ scenario }) => scenario && this.#take(scenario));
    const { scenario } = useLab.getState();
    if (scenario) {
      this.#take(scenario);
    }
  }

  #take(scenario: Scenario): void {
    const key = JSON.stringify([laneDocument(scenario, 'a'), laneDocument(scenario, 'b')]);
    if (key === this.#key) {
      return;
    }
    this.#key = key;
    this.#end();
    const [a, b] = [laneSetting(scenario, 'a'), laneSetting(scenario, 'b')];
    if (JSON.stringify(a) === JSON.stringify(b)) {
      useLab.setState({ divergence: { status: 'none' } });
      return;
    }
    const done = this.#done.get(key);
    if (done) {
      useLab.setState({ divergence: done });
      return;
    }
    useLab.setState({ divergence: { status: 'unknown' } });
    this.#timer = window.setTimeout(() => this.#search(scenario), WAIT_MS);
  }

  /** Stops the search; the part of the run that it has not reached stays unknown. */
  stop(): void {
    const { divergence } = useLab.getState();
    if (divergence.status === 'searching') {
      this.#end();
      useLab.setState({ divergence: { status: 'stopped', nowNs: divergence.nowNs } });
    }
  }

  /** Searches again from the start, after the search was stopped or failed. */
  again(): void {
    const { scenario, divergence } = useLab.getState();
    if (scenario && (divergence.status === 'stopped' || divergence.status === 'failed')) {
      this.#search(scenario);
    }
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#silence.end();
    window.clearTimeout(this.#timer);
  }

  #fail(message: string): void {
    this.#end();
    useLab.setState({ divergence: { status: 'failed', message } });
  }

  #search(scenario: Scenario): void {
    const { module } = lab;
    if (!module) {
      return;
    }
    this.#end();
    useLab.setState({ divergence: { status: 'searching', nowNs: 0 } });
    const worker = new Worker(new URL('../../engine/divergence.worker.ts', import.meta.url), {
      type: 'module',
    });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<DivergenceAnswer>) => {
      this.#silence.heard();
      const divergence = divergenceOf(data);
      if (data.status !== 'searching') {
        this.#end();
      }
      if (data.status === 'found' || data.status === 'none') {
        this.#done.set(this.#key, divergence);
      }
      useLab.setState({ divergence });
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(event.message || 'its worker could not be started.');
    };
    this.#silence.expect();
    const a = laneDocument(scenario, 'a');
    const b = laneDocument(scenario, 'b');
    worker.postMessage({ module, a, b } satisfies DivergenceRequest);
  }
}

/** The page's search. */
export const divergenceFinder = new DivergenceFinder();

function divergenceOf(answer: DivergenceAnswer): Divergence {
  switch (answer.status) {
    case 'searching':
      return { status: 'searching', nowNs: answer.now_ns };
    case 'found': {
      const { same, a, b } = answer;
      return {
        status: 'found',
        atNs: Math.min(a?.at_ns ?? Infinity, b?.at_ns ?? Infinity),
        same,
        a,
        b,
      };
    }
    case 'none':
      return { status: 'none' };
    case 'failed':
      return answer;
  }
}

/** The mark of the first difference. */
const FIRST = { name: 'divergence', kind: 'divergence' } as const;

export function DivergenceNote(): ReactElement | null {
  const divergence = useLab((state) => state.divergence);
  switch (divergence.status) {
    case 'unknown':
      return null;
    case 'searching':
      return <Searching nowNs={divergence.nowNs} />;
    case 'stopped':
      return (
        <p className="divergence">
          <span className="quiet">
            You stopped the search for the first difference: A and B make identical decisions up to{' '}
            {formatSeconds(divergence.nowNs)}.
          </span>{' '}
          <SearchButton text="Search again" onPress={() => divergenceFinder.again()} />
        </p>
      );
    case 'none':
      return (
        <p className="divergence quiet">A and B make identical decisions throughout the run.</p>
      );
    case 'failed':
      return (
        <p className="divergence">
          The search for the first difference of A and B failed: {divergence.message}{' '}
          <SearchButton text="Search again" onPress={() => divergenceFinder.again()} />
        </p>
      );
    case 'found':
      return (
        <div className="divergence" data-testid="divergence">
          <p>
            <strong>
              A and B first differ at{' '}
              <button
                type="button"
                className="link-button"
                onClick={() => lab.goTo(goalOf({ ...FIRST, atNs: divergence.atNs }, null))}
              >
                {formatSeconds(divergence.atNs, 6)}
              </button>
            </strong>
            , after {formatCount(divergence.same)} identical decisions and events.
          </p>
          <Difference atNs={divergence.atNs} />
          {LANES.map((lane) => (
            <Parted key={lane} lane={lane} decision={divergence[lane]} />
          ))}
          <Reason found={divergence} />
        </div>
      );
  }
}

function Searching({ nowNs }: { nowNs: number }): ReactElement {
  useTick('text');
  const untilMs = useLab((state) => state.scenario?.until_ms);
  const end = runEnd(lab.lanes, untilMs);
  const told = end.known === 'nothing' ? '' : `; the run ${endText(end)}`;
  return (
    <p className="divergence">
      <span className="quiet">
        Looking for the first decision in which A and B differ: none up to {formatSeconds(nowNs)}
        {told}.
      </span>{' '}
      {end.known !== 'nothing' && (
        <progress
          max={Math.round(end.ns / 1e6)}
          value={Math.min(Math.round(nowNs / 1e6), Math.round(end.ns / 1e6))}
          aria-label="Virtual time searched"
          aria-valuetext={`${formatSeconds(nowNs)} of ${formatSeconds(end.ns)}`}
        />
      )}{' '}
      <SearchButton text="Stop searching" onPress={() => divergenceFinder.stop()} />
    </p>
  );
}

function SearchButton({ text, onPress }: { text: string; onPress: () => void }): ReactElement {
  return (
    <button type="button" className="link-button" onClick={onPress}>
      {text}
    </button>
  );
}

/** Renders the mechanisms that differ at that time: one of them caused the difference. */
function Difference({ atNs }: { atNs: number }): ReactElement | null {
  const catalogue = useLab((state) => state.catalogue);
  const scenario = useLab((state) => state.scenario);
  if (!scenario) {
    return null;
  }
  const [a, b] = LANES.map((lane) => mechanismsOn(catalogue, laneSetting(scenario, lane), atNs));
  const titles = catalogue.mechanisms
    .filter(({ id }) => a?.has(id) !== b?.has(id))
    .map(({ title }) => `“${title}”`);
  return titles.length === 0 ? null : (
    <p className="quiet">
      {titles.length === 1 ? 'Switch that differs' : 'Switches that differ'}: {titles.join(', ')}.
    </p>
  );
}

/** Renders the reason of the difference, where the data tell it. */
function Reason({ found }: { found: Found }): ReactElement | null {
  const reason = useLab((state) => zoneReason(state, found));
  return reason === '' ? null : <p>{reason}</p>;
}

function Parted({ lane, decision }: { lane: LaneId; decision: Decision | null }): ReactElement {
  return (
    <p>
      <span className={`badge badge-${lane}`}>{lane.toUpperCase()}</span>{' '}
      {decision === null ? (
        'has ended.'
      ) : (
        <>
          <button
            type="button"
            className="link-button"
            onClick={() => showFrame({ lane, zone: decision.zone, frame: decision.frame })}
          >
            pfn {formatPfn(decision.pfn)}
          </button>{' '}
          <span className="quiet">· {decision.zone} ·</span> {decision.text}
        </>
      )}
    </p>
  );
}
