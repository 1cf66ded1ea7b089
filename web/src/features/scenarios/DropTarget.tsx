/** The page takes a scenario file that is dropped on it. */
import { useEffect, useState, type ReactElement } from 'react';

import { ask, Part } from '../../core/parts/part.tsx';

/** What opens files, fetched for who asks for it. */
export const filesPart = new Part('What opens files', () => import('./open.ts'));

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** Shows that the page takes a file while one is held over it. */
export function DropTarget(): ReactElement | null {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (hasFiles(event)) {
        // Otherwise the browser would leave the page for the file.
        event.preventDefault();
        setHeld(true);
      }
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) {
        setHeld(false);
      }
    };
    const drop = (event: DragEvent) => {
      setHeld(false);
      if (hasFiles(event)) {
        event.preventDefault();
        // The event forgets its files when it is over.
        const files = [...(event.dataTransfer?.files ?? [])];
        void ask(filesPart).then((part) => part?.openDropped(files));
      }
    };
    window.addEventListener('dragenter', over);
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', over);
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return held ? (
    <div className="drop-target">
      <p>Drop a scenario file to open it</p>
    </div>
  ) : null;
}
