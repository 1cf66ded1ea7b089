/** Text that has to be read before the next one comes. */
import { useEffect, useRef, useState } from 'react';

/** The newest value, but at most one change in `holdMs` of wall time. */
export function useHeld<T>(value: T, holdMs: number): T {
  const [shown, setShown] = useState(value);
  const changedMs = useRef(-Infinity);
  useEffect(() => {
    if (Object.is(value, shown)) {
      return undefined;
    }
    const wait = Math.max(0, changedMs.current + holdMs - performance.now());
    const timer = window.setTimeout(() => {
      changedMs.current = performance.now();
      setShown(value);
    }, wait);
    return () => window.clearTimeout(timer);
  }, [value, shown, holdMs]);
  return shown;
}
