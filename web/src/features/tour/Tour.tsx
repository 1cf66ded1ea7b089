/** The tour: a ring around a part of the page, and a small panel beside it. The page itself stays usable. */
import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { formatSeconds } from '../../base/format.ts';
import { useLab } from '../../core/lab/store.ts';
import { useTick } from '../../core/time.ts';
import { zoomOf } from '../../core/type-size.ts';
import { Ring, reveal, useBox } from '../../widgets/pointing.tsx';
import { placeBeside, stopsFor, type Stop } from './stops.ts';
import { useTour } from './store.ts';
import './tour.css';
import { lab } from '../../core/lab/lab.ts';

/** Renders the tour while it is active. */
export function Tour(): ReactElement | null {
  const position = useTour((state) => state.stop);
  const stop = position === null ? undefined : tourStops()[position];
  return position === null || !stop ? null : <TourStop stop={stop} position={position} />;
}

/** Position of the panel while its target is not on the page. */
const ASIDE = { left: 10, top: 58 };

/** Whether the focused control handles keys itself. */
function isTaken({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('dialog[open], textarea, select, input[type="range"], input[type="text"]') !==
      null
  );
}

function useTourKeys(position: number): void {
  // A layout effect, so that an immediate key press already applies to the new stop.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (isTaken(event) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
        return;
      }
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (event.key === 'Escape') {
        endTour();
      } else if (step !== undefined) {
        showStop(position + step);
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    };
    // Runs before the Lab's key handler, which also uses the arrow keys.
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, [position]);
}

function TourStop({ stop, position }: { stop: Stop; position: number }): ReactElement {
  const panel = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const [size, setSize] = useState({ width: 320, height: 220, zoom: 1 });
  // The texts name what the lanes show at this moment.
  useTick('tables');
  const goalNs = useLab((state) => state.goalNs);
  const before = useTour((state) => state.before);
  const catalogue = useLab((state) => state.catalogue);
  const box = useBox(stop.point);
  const there = box !== null;
  const { length } = tourStops();
  useTourKeys(position);
  useEffect(() => {
    reveal(stop.point, true);
  }, [stop, there]);
  useEffect(() => {
    const had = document.activeElement;
    return () => {
      if (had instanceof HTMLElement && had.isConnected) {
        had.focus();
      }
    };
  }, []);
  useEffect(() => next.current?.focus({ preventScroll: true }), [stop]);
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) {
      return undefined;
    }
    const observer = new ResizeObserver(() => {
      const { width, height } = element.getBoundingClientRect();
      setSize({ width, height, zoom: zoomOf(element) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const width = document.documentElement.clientWidth;
  const place = box && placeBeside(box, size, { width, height: window.innerHeight });
  const text = before ? stop.text({ catalogue, scenario: before.scenario }) : [];
  return (
    <>
      {box && <Ring box={box} dim />}
      <div
        ref={panel}
        className="tour"
        role="dialog"
        aria-labelledby="tour-title"
        aria-describedby="tour-text"
        style={place ? { left: place.left / size.zoom, top: place.top / size.zoom } : ASIDE}
      >
        <p className="eyebrow">
          Tour, {position + 1} of {length}
        </p>
        <h2 id="tour-title">{stop.title}</h2>
        <div id="tour-text">
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <p className="tour-going quiet" role="status">
          {goalNs === null ? '' : `Running to ${formatSeconds(goalNs)}…`}
        </p>
        <div className="tour-foot">
          <button type="button" className="button button-quiet" onClick={endTour}>
            Leave
          </button>
          <button
            type="button"
            className="button"
            disabled={position === 0}
            onClick={() => showStop(position - 1)}
          >
            Back
          </button>
          <button
            ref={next}
            type="button"
            className="button button-primary"
            onClick={() => showStop(position + 1)}
          >
            {position + 1 === length ? 'Done' : 'Next'}
          </button>
        </div>
      </div>
    </>
  );
}

let stops: Stop[] = [];
/** The parts of the page that were folded before the tour: its stops unfold some of them. */
let folded: HTMLDetailsElement[] = [];

/** Returns the stops of the active tour; an empty list if there is none. */
export function tourStops(): readonly Stop[] {
  return stops;
}

/** Starts at the first stop; does nothing if there is no run. */
export function startTour(): void {
  const before = lab.place();
  const { catalogue, failure } = useLab.getState();
  if (!before || failure !== null || useTour.getState().stop !== null) {
    return;
  }
  lab.play(false);
  stops = stopsFor({ catalogue, scenario: before.scenario });
  folded = [...document.querySelectorAll('details')].filter(({ open }) => !open);
  useTour.setState({ before });
  showStop(0);
}

/** Shows a stop and performs its action; after the last stop the tour ends. */
export function showStop(position: number): void {
  const { before } = useTour.getState();
  const stop = stops[position];
  if (!before || position < 0) {
    return;
  }
  if (!stop) {
    endTour();
    return;
  }
  useTour.setState({ stop: position });
  stop.act?.({ catalogue: useLab.getState().catalogue, scenario: before.scenario });
}

/** Ends the tour, and restores the scenario, its switches, the moment and the folded parts from before it. */
export function endTour(): void {
  const { before } = useTour.getState();
  useTour.setState({ stop: null, before: null });
  stops = [];
  for (const part of folded) {
    part.open = false;
  }
  folded = [];
  if (before) {
    lab.comeBack(before);
  }
}
