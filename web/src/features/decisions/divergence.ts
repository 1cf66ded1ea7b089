/** Where the lanes part: searched in a worker whenever the scenario is another one. */
import { lab } from '../../core/lab/lab.ts';
import { laneDocument, laneSetting } from '../../core/lab/lanes.ts';
import { useLab, type Divergence } from '../../core/lab/store.ts';
import type { DivergenceAnswer, DivergenceRequest } from '../../engine/divergence.worker.ts';
import { Silence } from '../../engine/silence.ts';
import type { Scenario } from '../../engine/types.ts';

/** Wall time for which a scenario must stand before it is searched: people try several switches in a row. */
const WAIT_MS = 700;

/** Searches for one scenario at a time. */
export class DivergenceFinder {
  #worker: Worker | null = null;
  #timer = 0;
  #key = '';
  readonly #silence = new Silence(() => this.#fail('its worker does not answer.'));

  /** Follows the scenario of the Lab. */
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
    useLab.setState({ divergence: { status: 'unknown' } });
    this.#timer = window.setTimeout(() => this.#search(scenario), WAIT_MS);
  }

  /** Gives the search up; nothing is known of what it has not reached. */
  stop(): void {
    const { divergence } = useLab.getState();
    if (divergence.status === 'searching') {
      this.#end();
      useLab.setState({ divergence: { status: 'stopped', nowNs: divergence.nowNs } });
    }
  }

  /** Searches from the start, after somebody gave it up or it failed. */
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
      if (data.status !== 'searching') {
        this.#end();
      }
      useLab.setState({ divergence: divergenceOf(data) });
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
