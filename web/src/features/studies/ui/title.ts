/** The tab's title. */
import { useEffect } from 'react';

/** Names what is shown in the tab's title, as long as it is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = window.document.title;
    window.document.title = `${title} · Reclaim Lab`;
    return () => {
      window.document.title = before;
    };
  }, [title]);
}
