/** Keeps the address bar and the run the same thing. */
import { problemsOf } from '../engine/problems.ts';
import type { Scenario } from '../engine/types.ts';
import type { Engine } from '../engine/wasm.ts';
import { gallery } from '../lab/gallery.ts';
import { lab } from '../lab/lab.ts';
import { playsByItself } from '../lab/motion.ts';
import { useLab } from '../lab/store.ts';

/** Browsers refuse an address that changes too often. */
const WRITE_EVERY_MS = 500;

/** Writes the link of the present scenario into the address bar, and opens links that come in by it. */
export class Address {
  readonly #engine: Engine;
  #waiting = false;
  #written = '';
  #writtenMs = -Infinity;
  #last: Scenario | null = null;

  constructor(engine: Engine) {
    this.#engine = engine;
    useLab.subscribe(({ scenario }) => {
      if (scenario !== this.#last) {
        this.#last = scenario;
        this.#soon();
      }
    });
    window.addEventListener('hashchange', () => {
      if (this.text() !== this.#written) {
        this.openHere();
      }
    });
  }

  /** The link text in the address bar. */
  text(): string {
    return window.location.hash.slice(1);
  }

  /** Opens the link in the address bar; false if there is none or it cannot be used. */
  openHere(): boolean {
    const text = this.text();
    if (text === '') {
      return false;
    }
    const { scenario, problems } = decode(this.#engine, text);
    const opened = scenario ? lab.open(scenario, galleryIdOf(scenario), playsByItself()) : false;
    if (!opened && scenario) {
      this.#write();
      return false;
    }
    if (problems.length > 0) {
      const title = opened ? 'Parts of this link could not be read' : 'This link cannot be opened';
      useLab.setState({ notice: { tone: opened ? 'neutral' : 'bad', title, problems } });
    }
    this.#write();
    return opened;
  }

  #soon(): void {
    const waitMs = Math.max(0, this.#writtenMs + WRITE_EVERY_MS - performance.now());
    if (!this.#waiting) {
      this.#waiting = true;
      setTimeout(() => this.#write(), waitMs);
    }
  }

  #write(): void {
    this.#waiting = false;
    this.#writtenMs = performance.now();
    const { scenario } = useLab.getState();
    if (!scenario) {
      return;
    }
    try {
      this.#written = this.#engine.encodeLink(JSON.stringify(scenario));
    } catch (error) {
      const problems = problemsOf(error);
      useLab.setState({ notice: { tone: 'bad', title: 'There is no link for this', problems } });
      return;
    }
    window.history.replaceState(null, '', `#${this.#written}`);
    useLab.setState({ link: window.location.href });
  }
}

function decode(engine: Engine, text: string) {
  try {
    const result = engine.decodeLink(text);
    return { scenario: result.scenario ?? null, problems: result.problems ?? [] };
  } catch (error) {
    return { scenario: null, problems: problemsOf(error) };
  }
}

function galleryIdOf(scenario: Scenario): string | null {
  return gallery.find((item) => item.scenario.title === scenario.title)?.id ?? null;
}
