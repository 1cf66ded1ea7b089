/** What can be taken back in this tab, kept while it shows another page: the way back from there brings it again. */
import type { Documents } from '../../engine/documents.ts';
import { checked } from '../../engine/problems.ts';
import { present, type Change, type Left, type Looked, type Place } from '../lab/changes.ts';
import { lab } from '../lab/lab.ts';
import { LANES } from '../lab/lanes.ts';
import { useLab, type Moment } from '../lab/store.ts';
import { current } from '../link/address.ts';
import { isExperiment, isView } from './experiment.ts';
import { Kept, tabStorage } from './storage.ts';

/** Changes kept at most: each may hold a whole scenario. */
const MOST = 20;

/** Where the tab was when its page was left. */
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

/** Brings back what could be taken back before this page was loaded, and keeps it from now on. */
export function keepChanges(documents: Documents): void {
  const storage = new Kept(tabStorage(), 'reclaim-lab.changes', 'What can be undone', isKeptPlace);
  const before = storage.read();
  if (before) {
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

/** Where another scenario was opened since, that is one more change, and the first that is taken back. */
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

/** The scenario that this page was opened with, whatever was changed since. */
function shownAtFirst(past: readonly Step[]) {
  const first = past.map(({ there }) => there).find((there) => there.kind !== 'view');
  return first?.scenario ?? useLab.getState().scenario;
}
