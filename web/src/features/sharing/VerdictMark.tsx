/** Shows whether the run from a link has the state that its sender saw. */
import { useEffect, useId, useLayoutEffect, useState, type ReactElement } from 'react';

import { formatSeconds } from '../../base/format.ts';
import { useLab, type LabStore } from '../../core/lab/store.ts';
import { type Verdict, useVerdict } from '../../core/link/state.ts';
import './verdict.css';

/** Returns the verdict in a few words. */
export function verdictText({ differing }: Verdict): string {
  return differing.length === 0 ? 'Same state as in the link' : 'State differs from the link';
}

/** Returns sentences that explain the verdict. */
export function verdictExplanation({ atNs, differing }: Verdict, engineVersion: string): string {
  const moment = formatSeconds(atNs);
  if (differing.length === 0) {
    return `At ${moment}, the digests of both machines are the same as when the link was made: this run is exactly the one that the sender saw.`;
  }
  const lanes = differing.map((lane) => lane.toUpperCase()).join(' and ');
  const whose =
    differing.length === 1 ? `state of lane ${lanes} differs` : `states of lanes ${lanes} differ`;
  return (
    `At ${moment}, the ${whose} from the digest in the link. The link was made with another version of the engine ` +
    `than this one (${engineVersion}). The scenario is the same, but values may differ.`
  );
}

/** Drops the verdict when the user zooms the map, or plays on: the page then differs from what the link showed. */
function dropIfChanged(now: LabStore, before: LabStore): void {
  const same = useVerdict.getState().verdict?.differing.length === 0;
  if (same && (now.mapView !== before.mapView || (now.playing && now.goalNs === null))) {
    useVerdict.setState({ verdict: null });
  }
}

/**
 * Renders the verdict, which screen readers announce. The explanation appears on hover and focus, and Escape closes it.
 */
export function VerdictMark(): ReactElement | null {
  const verdict = useVerdict((state) => state.verdict);
  const version = useLab((state) => state.engineVersion);
  const id = useId();
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [closed, setClosed] = useState(false);
  useEffect(() => useLab.subscribe(dropIfChanged), []);
  const open = (pointed || focused) && !closed;
  // A layout effect, because Escape may be pressed before an ordinary effect runs.
  useLayoutEffect(() => {
    if (!open) {
      return undefined;
    }
    // In the capture phase, so that it runs before the page's own handler, in which Escape unpins the page.
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.preventDefault();
        setClosed(true);
      }
    };
    window.addEventListener('keydown', close, { capture: true });
    return () => window.removeEventListener('keydown', close, { capture: true });
  }, [open]);
  if (!verdict) {
    return null;
  }
  const tone = verdict.differing.length === 0 ? 'good' : 'warn';
  return (
    <span
      className="verdict"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => {
        setPointed(false);
        setClosed(false);
      }}
    >
      <button
        type="button"
        className={`verdict-mark tone-${tone}`}
        aria-describedby={id}
        onClick={() => setClosed(false)}
        onFocus={({ currentTarget }) => setFocused(currentTarget.matches(':focus-visible'))}
        onBlur={() => {
          setFocused(false);
          setClosed(false);
        }}
      >
        {verdictText(verdict)}
      </button>
      <span role="status" className="visually-hidden">
        {verdictText(verdict)}
      </span>
      <span className={`verdict-why${open ? ' is-open' : ''}`} id={id} role="tooltip">
        {verdictExplanation(verdict, version)}
      </span>
    </span>
  );
}
