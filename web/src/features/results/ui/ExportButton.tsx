/** All lines as a file. */
import type { ReactElement } from 'react';

import { saveText } from '../../../core/storage/save.ts';
import { csvOf } from '../csv.ts';
import { useResults } from '../store.ts';

/** The button. */
export function ExportButton(): ReactElement {
  const ready = useResults((state) => state.planned !== null);
  const save = () => {
    const { planned, judged, failures, options } = useResults.getState();
    if (planned) {
      const text = csvOf(planned.outline, planned.lines, judged, failures, options);
      saveText('reclaim-results.csv', 'text/csv', text);
    }
  };
  return (
    <button type="button" className="button button-primary" disabled={!ready} onClick={save}>
      <span>
        <span className="wide-only">Download </span>CSV
      </span>
    </button>
  );
}
