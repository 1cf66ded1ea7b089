/**
 * The last session, stored in this browser. The state is restored after a reload or a crash. The undo stacks are
 * restored after a reload or a return from another page.
 */
import type { Documents } from '../../engine/documents.ts';
import { checked } from '../../engine/problems.ts';
import { openingScenario } from '../gallery/gallery.ts';
import { present, type Change, type Left, type Looked, type Place } from '../lab/changes.ts';
import { refuse, SPEEDS, useLab, type Moment } from '../lab/store.ts';
import { lab } from '../lab/lab.ts';
import { LANES } from '../lab/lanes.ts';
import { current, type Address } from '../link/address.ts';
import { ROW, rowShown } from '../link/results-route.ts';
import { fromLinkView, momentaryState, toLinkView } from '../link/state.ts';
import { isExperiment, isView, type Experiment } from './files.ts';
import { SESSION_KEY, useSession } from './first-load.ts';
import { Kept, tabStorage, lastingStorage } from './storage.ts';

/** Maximum number of changes stored: each may contain a whole scenario. */
const MOST = 20;

/** The state of the tab when the user left the page. */
interface KeptPlace extends Place {
  looked: Looked;
}

type Step = Change<Left>;

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isLooked(value: unknown): value is Looked {
  const { mapView, pin, span } = (value ?? {}) as Partial<Looked>;
  const isLaneOf = pin === null || (pin !== undefined && LANES.includes(pin.lane));
  const isSpan = span === null || (isNumber(span?.fromNs) && isNumber(span?.toNs));
  const isMapView = mapView !== undefined;
  return (
    isLaneOf &&
    isSpan &&
    isMapView &&
    isView({ ...(pin && { pin }), ...(mapView && { view: mapView }) })
  );
}

function isStep(value: unknown): value is Step {
  const { what, there } = (value ?? {}) as Partial<Step>;
  if (typeof what !== 'string' || !there) {
    return false;
  }
  switch (there.kind) {
    case 'view':
      return isLooked(there.looked);
    case 'lanes':
      return isExperiment({ scenario: there.scenario, view: {} });
    case 'opening':
      return (
        isExperiment({ scenario: there.scenario, view: {} }) &&
        isLooked(there.looked) &&
        isNumber((there.moment as Partial<Moment> | undefined)?.nowNs)
      );
    default:
      return false;
  }
}

function isKeptPlace(value: unknown): value is KeptPlace {
  const { scenario, nowNs, looked, changes } = (value ?? {}) as Partial<KeptPlace>;
  const areSteps = (steps: unknown) => Array.isArray(steps) && steps.every(isStep);
  return (
    isExperiment({ scenario, view: {} }) &&
    isNumber(nowNs) &&
    isLooked(looked) &&
    areSteps(changes?.past) &&
    areSteps(changes?.future)
  );
}

/** Restores the speed and the undo stacks from before this page was loaded, and stores them from now on. */
export function keepChanges(documents: Documents): void {
  const storage = new Kept(tabStorage(), 'reclaim-lab.changes', 'The undo history', isKeptPlace);
  const before = storage.read();
  if (before) {
    bringBackSpeed(before.speed);
    bringBack(before, documents);
  }
  window.addEventListener('pagehide', () => {
    const place = lab.place();
    if (place) {
      const past = place.changes.past.slice(-MOST);
      const future = place.changes.future.slice(-MOST);
      storage.write({ ...place, changes: { past, future }, looked: present() });
    }
  });
}

/** Restores the speed at which the user played. */
function bringBackSpeed(kept: unknown): void {
  // JSON has no Infinity: the speed “Max” is stored as null.
  const speed = kept === null ? Infinity : SPEEDS.find((known) => known === kept);
  if (speed !== undefined) {
    useLab.setState({ speed });
  }
}

/**
 * Restores the undo stacks. If another scenario was opened since then, its opening becomes one more change on the undo
 * stack.
 */
function bringBack(place: KeptPlace, { check }: Documents): void {
  const runs = (scenario: unknown) =>
    scenario !== undefined && checked(check, JSON.stringify(scenario)).scenario !== undefined;
  const isSound = ({ there }: Step) => there.kind === 'view' || runs(there.scenario);
  const now = lab.changes.kept;
  const shown = shownAtFirst(now.past);
  const { scenario, galleryId, opened, looked, nowNs, playing, changes } = place;
  if (shown && current.address?.same(scenario, shown)) {
    const past = changes.past.filter(isSound);
    const future = now.past.length === 0 ? changes.future.filter(isSound) : now.future;
    lab.changes.put({ past: [...past, ...now.past], future });
  } else if (runs(scenario) && shown) {
    const moment = { nowNs, goesOn: playing };
    const there: Left = { kind: 'opening', scenario, galleryId, opened, looked, moment };
    const step = { what: `opening “${shown.title}”`, there };
    lab.changes.put({
      past: [...changes.past.filter(isSound), step, ...now.past],
      future: now.future,
    });
  }
}

/** Returns the scenario with which this page was opened, before any change. */
function shownAtFirst(past: readonly Step[]) {
  const first = past.map(({ there }) => there).find((there) => there.kind !== 'view');
  return first?.scenario ?? useLab.getState().scenario;
}

/** Wall time between two writes while something changes. */
const KEEP_EVERY_MS = 1000;

/** The state of a tab: the link in its address, and the time, which the link lacks while the run plays. */
interface TabPlace {
  link: string;
  atNs: number;
  /** The scenario before it was changed; not validated. */
  opened?: unknown;
}

/** The last session, including the scenario that was opened. */
interface LastSession extends Experiment {
  opened?: unknown;
  /** The row of the Results page from which it was opened; not validated. */
  row?: unknown;
}

function isTabPlace(value: unknown): value is TabPlace {
  return (
    typeof value === 'object' &&
    value !== null &&
    'link' in value &&
    typeof value.link === 'string' &&
    'atNs' in value &&
    typeof value.atNs === 'number'
  );
}

/** Returns how the page was loaded, for example `navigate` or `reload`. */
function navigation(): string | undefined {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type;
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** Puts a row into the address, where the Lab reads it. */
function showRow(row: unknown): void {
  if (typeof row === 'string') {
    const address = new URL(window.location.href);
    address.search += `${address.search === '' ? '?' : '&'}${ROW}=${row}`;
    window.history.replaceState(window.history.state, '', address);
  }
}

/** Stores the session, and restores it. */
export class Session {
  readonly #address: Address;
  readonly #last = new Kept<LastSession>(
    lastingStorage(),
    SESSION_KEY,
    'The last session',
    isExperiment,
  );
  readonly #place = new Kept<TabPlace>(
    tabStorage(),
    'reclaim-lab.place',
    'The time of the run',
    isTabPlace,
  );
  #waiting = false;
  #kept = '';

  constructor(address: Address) {
    this.#address = address;
  }

  /** Opens the state of this tab before a reload, or else the link in its address; returns false if there is none. */
  openHere(documents: Documents | null): boolean {
    const place = this.#placeHere();
    const here = this.#address.openHere(place?.atNs, place !== null);
    if (here && documents) {
      this.#reopen(place?.opened, documents);
    }
    return here;
  }

  /**
   * Returns the state of this tab before the page was loaded again; null if the user entered an address or the tab
   * shows another link now.
   */
  #placeHere(): TabPlace | null {
    const type = navigation();
    const place = type === 'navigate' ? null : this.#place.read();
    if (place && place.link !== this.#address.text()) {
      if (type !== 'reload') {
        return null;
      }
      // A reload loads the address at the time of the request; a busy page may have written another one since.
      this.#address.restore(place.link);
    }
    return place;
  }

  /** Sets the scenario for “Undo all” to the one that was opened, not its changed version. */
  #reopen(opened: unknown, { check }: Documents): void {
    const { scenario } = opened === undefined ? {} : checked(check, JSON.stringify(opened));
    if (scenario) {
      useLab.setState({ opened: scenario });
    }
  }

  /** Restores the last session; returns false if there is none, or it cannot run. */
  putBack(documents: Documents): boolean {
    const { check } = documents;
    const last = this.#last.read();
    if (!last) {
      return false;
    }
    const { scenario, problems } = checked(check, JSON.stringify(last.scenario));
    if (problems) {
      refuse(problems);
      // Do not try to restore it again at the next visit.
      this.#last.setAside(JSON.stringify(last));
      return false;
    }
    // A user who returns from the Results or Studies page has not left the app.
    const away = !document.referrer.startsWith(new URL('.', window.location.href).href);
    if (away && this.#address.same(scenario, openingScenario)) {
      // There is no change to restore, so the page opens as at a first visit.
      return false;
    }
    showRow(last.row);
    // Omit the digests: only the digests of a link are compared.
    const view = fromLinkView(last.view);
    // If the run was at its start, it stays paused there.
    this.#address.open(scenario, {
      ...view,
      atNs: view.atNs ?? 0,
      // The zoom belongs to the tab where it was chosen, and to its link: a new visit shows the whole machine.
      view: away ? null : view.view,
      digests: null,
    });
    this.#reopen(last.opened, documents);
    useSession.setState({ restored: away });
    return true;
  }

  /** Starts to store the session and the undo stacks, and restores the undo stacks from before the page was loaded. */
  start(documents: Documents | null): void {
    if (documents) {
      keepChanges(documents);
    }
    useLab.subscribe((state, before) => {
      if (state.openings !== before.openings) {
        useSession.setState({ restored: false });
      }
    });
    lab.loop.add(() => {
      if (!this.#waiting) {
        this.#waiting = true;
        setTimeout(() => {
          this.#waiting = false;
          this.#keep(isVisible());
        }, KEEP_EVERY_MS);
      }
      return false;
    });
    // A reloaded page may read the storage before this page receives `pagehide`, so store after each write of the
    // address.
    this.#address.onWrite = () => this.#keep(isVisible());
    window.addEventListener('pagehide', () => {
      // The stored state is looked up by its link, so write the pending link to the address first.
      this.#address.settle();
      this.#kept = '';
      this.#keep(isVisible());
    });
    document.addEventListener('visibilitychange', () => {
      // Store again, because another tab may have replaced it: the last session is the session of the tab that was used
      // last.
      this.#kept = '';
      this.#keep(true);
    });
  }

  /** Stores the state of the tab and, unless the tab is in the background, the last session. */
  #keep(last: boolean): void {
    const { scenario, opened } = useLab.getState();
    if (!scenario) {
      return;
    }
    const state = momentaryState();
    const experiment = {
      scenario,
      view: toLinkView(state),
      opened,
      row: rowShown(window.location.search),
    };
    const link = this.#address.text();
    const text = JSON.stringify({ experiment, link });
    if (text !== this.#kept) {
      this.#kept = text;
      if (last) {
        this.#last.write(experiment);
      }
      this.#place.write({ link, atNs: state.atNs ?? 0, opened });
    }
  }
}
