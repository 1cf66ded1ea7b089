/** Keeps the address bar in sync with the run. */
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

/** Minimum time between two writes: browsers reject an address that changes too often. */
const WRITE_EVERY_MS = 500;
/** Changes of the machine within this time are one entry of the browser's history. */
const STEP_MS = 1000;
/** Identifies this load of the page: history entries of another load are opened from their link only. */
const PAGE = performance.timeOrigin;

/** State of an entry in the browser's history, besides its address. */
interface Entry {
  page: number;
  /**
   * Number of the entry. It distinguishes entries with the same address: navigating between them fires an event too.
   */
  step: number;
  /**
   * Value of `openings` when the entry was made: navigation between entries of the same opening keeps the time of the
   * run.
   */
  opening: number;
  looked: Looked;
}

/** Writes the link of the current state into the address bar, and opens links from it. */
export class Address {
  /** The codec of links; null until it is loaded. */
  #documents: Documents | null;
  readonly #arrival = new Arrival();
  #waiting = false;
  #written = '';
  #writtenMs = -Infinity;
  /** Whether a link is being opened: its scenario is not a new entry of the browser's history. */
  #opening = false;
  /** The link's state besides the scenario, to detect changes. */
  #state = '';
  /** The last scenario that has no link. */
  #unlinked: Scenario | null = null;
  /** Whether this page may change the address bar. */
  readonly #writes: boolean;
  /** Numbers of the current and the newest entry of the browser's history. */
  #step = 0;
  #steps = 0;
  #steppedMs = -Infinity;
  /** Called after each write of the address. */
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
      // When this task of the animation frame runs, no other change is in progress, so a pending write can be done at
      // once.
      if (this.#look() && this.#waitMs() === 0) {
        this.write();
      }
      return false;
    });
    lab.changes.onStep = (left) => this.#stepFrom(left);
    window.addEventListener('popstate', ({ state }) => {
      const entry = state as Entry | null;
      const own = entry?.page === PAGE;
      if (!own || !this.#travel(entry)) {
        this.#openOther(own);
      }
    });
    // `hashchange` fires some time after the change: a write in between would overwrite the new link.
    window.addEventListener('hashchange', () => this.#openOther());
    // Pending writes would be lost.
    window.addEventListener('pagehide', () => this.settle());
  }

  /** Does a pending write now. */
  settle(): void {
    if (this.#waiting) {
      this.write();
    }
  }

  /** Sets the codec once it is loaded, and opens the link in the address bar, or writes the pending one. */
  use(documents: Documents): void {
    if (this.#documents) {
      // The link was opened with the codec already; opening it again would lose the original scenario for “Undo all”.
      return;
    }
    this.#documents = documents;
    if (this.text() === this.#written || !this.openHere()) {
      this.write();
    }
  }

  /** Returns the text of the link in the address bar. */
  text(): string {
    return window.location.hash.slice(1);
  }

  /** Puts the text of a link that this tab wrote into the address bar. */
  restore(text: string): void {
    window.history.replaceState(null, '', addressOf(text));
  }

  /**
   * Opens the link in the address bar; returns false if there is none or it is invalid. `own`: this page wrote it, so its
   * digests need no verdict.
   */
  openHere(atNs: number | null = null, own = false): boolean {
    const text = this.text();
    if (text === '' || !this.#documents) {
      return false;
    }
    const { scenario, view, problems } = decode(this.#documents, text);
    const opened = scenario !== undefined;
    if (opened) {
      const { digests, ...state } = fromLinkView(view);
      this.open(scenario, {
        ...state,
        atNs: state.atNs ?? atNs,
        digests: own ? null : digests,
      });
    }
    if (problems.length > 0) {
      const title = opened ? 'Parts of this link could not be read' : 'This link cannot be opened';
      useLab.setState({ notice: { tone: opened ? 'neutral' : 'bad', title, problems } });
    }
    this.write();
    return opened;
  }

  /** Opens a scenario with a view, in the current entry of the browser's history. */
  open(scenario: Scenario, state: LinkState): void {
    this.#opening = true;
    try {
      openIn(this.#arrival, scenario, state);
    } finally {
      this.#opening = false;
    }
  }

  /** Opens a scenario with a view, as a new entry of the browser's history. */
  visit(scenario: Scenario, state: LinkState): void {
    openIn(this.#arrival, scenario, state);
  }

  /** Applies a view to the scenario that was opened last. */
  show(state: LinkState): void {
    this.#arrival.show(state);
  }

  /** Returns the link of the state at this moment, even while the run plays; null if there is none. */
  linkNow(): string | null {
    const { scenario } = useLab.getState();
    return scenario && this.#encode(scenario, momentaryState());
  }

  /** Returns the address of the state at this moment, even while the run plays; null if there is none. */
  addressNow(): string | null {
    const link = this.linkNow();
    return link === null ? null : addressOf(link);
  }

  /** Whether two scenarios have the same link; a scenario without a link is only equal to itself. */
  same(one: Scenario, other: Scenario): boolean {
    const link = this.#encode(one, EMPTY);
    return one === other || (link !== null && link === this.#encode(other, EMPTY));
  }

  /** Writes the link of the current state. */
  write(): void {
    this.#waiting = false;
    this.#writtenMs = performance.now();
    const { scenario } = useLab.getState();
    if (!scenario) {
      return;
    }
    const state = this.#arrival.state();
    // If the digests are missing now, the state will change when they arrive, and is written again.
    this.#state = JSON.stringify(state);
    const link = this.#encode(scenario, state);
    this.#written = link ?? '';
    this.#replace(link);
    useLab.setState({ link: link === null ? '' : addressOf(link) });
    this.onWrite();
  }

  #openOther(own = false): void {
    if (this.text() !== this.#written) {
      this.openHere(null, own);
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

  /** Creates a history entry for a change, so that Back leads to the state before it. */
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

  /**
   * Handles Back or Forward to another entry of the current run, which continues at the same time. Returns false for
   * another run.
   */
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
        lab.revise(scenario, 'browser history step', false);
      }
      look(looked);
    } finally {
      this.#opening = false;
    }
    this.write();
    return true;
  }

  /** Called when another scenario is being opened: makes Back lead to the previous scenario in its current state. */
  #leave(before: LabStore, next: Scenario | null): void {
    if (before.scenario && this.#writes) {
      const { pin, mapView, openings } = before;
      const looked = { ...present(), pin, mapView };
      this.#replace(this.#encode(before.scenario, momentaryState(before)), looked, openings);
      this.#push();
      // This address must differ from the previous one: otherwise Back, if pressed at once, fires no event.
      const link = next && this.#encode(next, EMPTY);
      this.#written = link ?? '';
      this.#replace(link);
    }
  }

  /**
   * Schedules a write if the time, the pin or the map section has changed; returns true if so. During a seek there is
   * nothing to write.
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
      useLab.setState({
        notice: { tone: 'bad', title: 'No link can be made for this scenario', problems },
      });
      return null;
    }
  }
}

/** Returns the address of this page with a link, or without one if it is null. */
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

/** If a link opened a changed built-in scenario, lets the user reset it to the original. */
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
    // The title of the message already says that the problem is in the link.
    const about = (field: string) => (field === 'link' ? '' : field);
    return { ...rest, problems: problems.map((it) => ({ ...it, field: about(it.field) })) };
  } catch (error) {
    return { view: {}, problems: problemsOf(error) };
  }
}

/** The page's `Address`; null until the engine is loaded. */
export const current: { address: Address | null } = { address: null };
