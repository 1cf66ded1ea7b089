/** Keeps the address bar and the run the same thing. */
import { playsByItself } from '../../base/page.ts';
import type { Documents } from '../../engine/documents.ts';
import { problemsOf } from '../../engine/problems.ts';
import type { DecodeResult, Scenario } from '../../engine/types.ts';
import { look, present, type Left, type Looked } from '../lab/changes.ts';
import { lab } from '../lab/lab.ts';
import { plainTitle } from '../lab/lanes.ts';
import { useLab, type LabStore } from '../lab/store.ts';
import {
  Arrival,
  EMPTY,
  fromLinkView,
  momentaryState,
  presentState,
  toLinkView,
  type LinkState,
} from './state.ts';

/** Browsers refuse an address that changes too often. */
const WRITE_EVERY_MS = 500;
/** Changes of the machine that follow each other so closely are one step of the browser's history. */
const STEP_MS = 1000;
/** This loading of the page: what another one left in the browser's history is opened from its link alone. */
const PAGE = performance.timeOrigin;

/** What an entry of the browser's history says besides its address. */
interface Entry {
  page: number;
  /** Number of the entry: the browser tells of a way between two that have the same address, too. */
  step: number;
  /** The opening that it belongs to: within one, the moment stays. */
  opening: number;
  looked: Looked;
}

/** Writes the link of what is shown into the address bar, and opens links that come in by it. */
export class Address {
  /** What reads and writes links; null until it is there. */
  #documents: Documents | null;
  readonly #arrival = new Arrival();
  #waiting = false;
  #written = '';
  #writtenMs = -Infinity;
  /** The address is being opened: what opens now is no new entry of the browser's history. */
  #opening = false;
  /** What the link says besides the scenario, to see when it changes. */
  #state = '';
  /** The last scenario that has no link. */
  #unlinked: Scenario | null = null;
  /** Whether the address bar may be changed. */
  readonly #writes: boolean;
  /** The entry of the browser's history that is shown, and the newest. */
  #step = 0;
  #steps = 0;
  #steppedMs = -Infinity;
  /** Hears of each link text that was written. */
  onWrite: () => void = () => undefined;

  constructor(documents: Documents | null, { writes }: { writes: boolean }) {
    this.#documents = documents;
    this.#writes = writes;
    useLab.subscribe((state, before) => {
      if (state.openings !== before.openings && !this.#opening) {
        this.#leave(before, state.scenario);
      }
      if (state.scenario !== before.scenario) {
        this.#soon();
      }
      this.#look();
    });
    lab.loop.add(() => {
      // Nothing is under way between frames: what is due can be written at once.
      if (this.#look() && this.#waitMs() === 0) {
        this.write();
      }
      return false;
    });
    lab.changes.onStep = (left) => this.#stepFrom(left);
    window.addEventListener('popstate', ({ state }) => {
      const entry = state as Entry | null;
      if (entry?.page !== PAGE || !this.#travel(entry)) {
        this.#openOther();
      }
    });
    // A change of the hash is told a while after it has come about: what is written meanwhile would undo it.
    window.addEventListener('hashchange', () => this.#openOther());
    // What waits to be written would be lost.
    window.addEventListener('pagehide', () => this.settle());
  }

  /** Writes now what waits to be written. */
  settle(): void {
    if (this.#waiting) {
      this.write();
    }
  }

  /** What reads and writes links is there: what came in by the address before, or has to be written, is done now. */
  use(documents: Documents): void {
    if (this.#documents) {
      // It was opened with them; opening it again would forget what can be reset.
      return;
    }
    this.#documents = documents;
    if (this.text() === this.#written || !this.openHere()) {
      this.write();
    }
  }

  /** The link text in the address bar. */
  text(): string {
    return window.location.hash.slice(1);
  }

  /** Puts a link text that this tab wrote into the address bar. */
  restore(text: string): void {
    window.history.replaceState(null, '', addressOf(text));
  }

  /** Opens the link in the address bar; false if there is none or it cannot be used. */
  openHere(atNs?: number | null): boolean {
    const text = this.text();
    if (text === '' || !this.#documents) {
      return false;
    }
    const { scenario, view, problems } = decode(this.#documents, text);
    const opened = scenario !== undefined;
    if (opened) {
      const state = fromLinkView(view);
      this.open(scenario, { ...state, atNs: state.atNs ?? atNs ?? null });
    }
    if (problems.length > 0) {
      const title = opened ? 'Parts of this link could not be read' : 'This link cannot be opened';
      useLab.setState({ notice: { tone: opened ? 'neutral' : 'bad', title, problems } });
    }
    this.write();
    return opened;
  }

  /** Opens a scenario in a state of the view, in the present entry of the browser's history. */
  open(scenario: Scenario, state: LinkState): void {
    this.#opening = true;
    try {
      openIn(this.#arrival, scenario, state);
    } finally {
      this.#opening = false;
    }
  }

  /** Opens a scenario in a state of the view, as a new entry of the browser's history. */
  visit(scenario: Scenario, state: LinkState): void {
    openIn(this.#arrival, scenario, state);
  }

  /** Puts a state of the view on the scenario that was opened last. */
  show(state: LinkState): void {
    this.#arrival.show(state);
  }

  /** The link of what is shown at this moment, even if it plays; null where there is none. */
  linkNow(): string | null {
    const { scenario } = useLab.getState();
    return scenario && this.#encode(scenario, momentaryState());
  }

  /** The address of what is shown at this moment, even if it plays; null where there is none. */
  addressNow(): string | null {
    const link = this.linkNow();
    return link === null ? null : addressOf(link);
  }

  /** Whether two scenarios have the same link; what has none is only like itself. */
  same(one: Scenario, other: Scenario): boolean {
    const link = this.#encode(one, EMPTY);
    return one === other || (link !== null && link === this.#encode(other, EMPTY));
  }

  /** Writes the link of what is shown. */
  write(): void {
    this.#waiting = false;
    this.#writtenMs = performance.now();
    const { scenario } = useLab.getState();
    if (!scenario) {
      return;
    }
    const state = this.#arrival.state();
    // What is written here without digests is written again once they are there.
    this.#state = JSON.stringify(state);
    const link = this.#encode(scenario, state);
    this.#written = link ?? '';
    this.#replace(link);
    useLab.setState({ link: link === null ? '' : addressOf(link) });
    this.onWrite();
  }

  #openOther(): void {
    if (this.text() !== this.#written) {
      this.openHere();
    }
  }

  #replace(link: string | null, looked = present(), opening = useLab.getState().openings): void {
    if (this.#writes) {
      const entry: Entry = { page: PAGE, step: this.#step, opening, looked };
      window.history.replaceState(entry, '', addressOf(link));
    }
  }

  #push(): void {
    this.#steps += 1;
    this.#step = this.#steps;
    window.history.pushState(null, '', window.location.href);
  }

  /** Something was changed, or is about to be: back leads to what was there before. */
  #stepFrom(left: Exclude<Left, { kind: 'opening' }>): void {
    const { scenario } = useLab.getState();
    const now = performance.now();
    const follows = left.kind === 'lanes' && now - this.#steppedMs < STEP_MS;
    if (!scenario || !this.#writes || this.#opening || follows) {
      return;
    }
    this.#steppedMs = left.kind === 'lanes' ? now : -Infinity;
    const looked = left.kind === 'view' ? left.looked : present();
    const { pin, mapView: view } = looked;
    this.#replace(this.#encode(scenario, { ...presentState(), pin, view }), looked);
    this.#push();
    this.write();
  }

  /** Back or forth to another entry of the run that is shown: it goes on, at the same moment. False for other runs. */
  #travel({ step, opening, looked }: Entry): boolean {
    const { scenario: shown, openings } = useLab.getState();
    if (opening !== openings || !shown) {
      this.#step = step;
      return false;
    }
    const text = this.text();
    const { scenario = shown } = text && this.#documents ? decode(this.#documents, text) : {};
    this.#step = step;
    this.#opening = true;
    try {
      if (this.#encode(scenario, EMPTY) !== this.#encode(shown, EMPTY)) {
        lab.revise(scenario, 'step of the browser’s history');
      }
      look(looked);
    } finally {
      this.#opening = false;
    }
    this.write();
    return true;
  }

  /** Another scenario is about to be shown: back leads to this one as it is now. */
  #leave(before: LabStore, next: Scenario | null): void {
    if (before.scenario && this.#writes) {
      const { pin, mapView, openings } = before;
      const looked = { ...present(), pin, mapView };
      this.#replace(this.#encode(before.scenario, momentaryState(before)), looked, openings);
      this.#push();
      // Who goes back at once must come to another address: the browser tells of nothing else.
      const link = next && this.#encode(next, EMPTY);
      this.#written = link ?? '';
      this.#replace(link);
    }
  }

  /**
   * Sees to it that the address is written when the moment, the selection or the part of the map has changed; true if so.
   * On the way to a moment there is nothing to say yet.
   */
  #look(): boolean {
    const state = JSON.stringify(this.#arrival.state());
    if (state === this.#state || useLab.getState().goalNs !== null) {
      return false;
    }
    this.#state = state;
    this.#soon();
    return true;
  }

  /** Wall time until the address may be written again. */
  #waitMs(): number {
    return Math.max(0, this.#writtenMs + WRITE_EVERY_MS - performance.now());
  }

  #soon(): void {
    if (!this.#waiting) {
      this.#waiting = true;
      setTimeout(() => this.#waiting && this.write(), this.#waitMs());
    }
  }

  #encode(scenario: Scenario, state: LinkState): string | null {
    if (scenario === this.#unlinked || !this.#documents) {
      return null;
    }
    try {
      const view = JSON.stringify(toLinkView(state));
      return this.#documents.encodeLink(JSON.stringify(scenario), view);
    } catch (error) {
      this.#unlinked = scenario;
      const problems = problemsOf(error);
      useLab.setState({ notice: { tone: 'bad', title: 'There is no link for this', problems } });
      return null;
    }
  }
}

/** The address of this page with a link; without one where there is none. */
function addressOf(link: string | null): string {
  const address = new URL(window.location.href);
  address.hash = link ?? '';
  return address.href;
}

function openIn(arrival: Arrival, scenario: Scenario, state: LinkState): void {
  lab.open(scenario, null, state.atNs === null && playsByItself());
  arrival.show(state);
  if (plainTitle(scenario.title) !== scenario.title) {
    void offerUnchanged(scenario);
  }
}

/** Whoever opens the link of a changed scenario of the gallery can reset it to what it was changed from. */
async function offerUnchanged(scenario: Scenario): Promise<void> {
  const { gallery } = await import('../gallery/documents.ts');
  const of = gallery.find((item) => item.scenario.title === plainTitle(scenario.title));
  if (of) {
    useLab.setState(({ opened }) => (opened === scenario ? { opened: of.scenario } : {}));
  }
}

function decode(documents: Documents, text: string): DecodeResult {
  try {
    const { problems, ...rest } = documents.decodeLink(text);
    // Their title says already that they are about the link.
    const about = (field: string) => (field === 'link' ? '' : field);
    return { ...rest, problems: problems.map((it) => ({ ...it, field: about(it.field) })) };
  } catch (error) {
    return { view: {}, problems: problemsOf(error) };
  }
}

/** Null until the engine is there. */
export const current: { address: Address | null } = { address: null };
