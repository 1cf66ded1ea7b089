/** What a button says for two seconds after it did something, such as “Link copied”. */
import { useEffect, useState } from 'react';

const SAID_MS = 2000;

/** What is said now, null for nothing; and how to say something. */
export function useSaid<T>(): readonly [T | null, (said: T) => void] {
  const [said, setSaid] = useState<T | null>(null);
  useEffect(() => {
    const timer = said === null ? 0 : window.setTimeout(() => setSaid(null), SAID_MS);
    return () => window.clearTimeout(timer);
  }, [said]);
  return [said, setSaid];
}
