/** The counters of both lanes, as /proc/vmstat would show them, and the ways to export them. */
import { useRef, useState, type ReactElement } from 'react';

import { lab } from '../../core/lab/lab.ts';
import { useLab, type CounterSelection } from '../../core/lab/store.ts';
import { Dialog } from '../../widgets/Dialog.tsx';
import { CountersTable } from './CountersTable.tsx';
import { ExportPanel } from './ExportPanel.tsx';
import './counters.css';

function select(countersSelection: CounterSelection): void {
  useLab.setState({ countersSelection });
}

/** The dialog. */
export function CountersDialog(): ReactElement {
  const selection = useLab((state) => state.countersSelection);
  const playing = useLab((state) => state.playing);
  // A chart may have asked for its export.
  const [exporting, setExporting] = useState(useLab.getState().exported !== null);
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog
      ref={dialog}
      id="counters-title"
      title={exporting ? 'Export' : 'Counters'}
      className="counters"
      actions={
        <>
          <button
            type="button"
            className="button counters-play"
            onClick={() => {
              // What is exported is of a moment: time that goes on leads back to the table.
              setExporting(false);
              lab.play(!playing);
            }}
          >
            {playing ? 'Pause' : 'Play'}
          </button>
          <button type="button" className="button" onClick={() => setExporting(!exporting)}>
            {exporting ? 'Back to the table' : 'Export…'}
          </button>
        </>
      }
      onClose={() => useLab.setState({ countersShown: false, exported: null })}
    >
      {exporting ? (
        <ExportPanel selection={selection} />
      ) : (
        <CountersTable selection={selection} onSelect={select} />
      )}
    </Dialog>
  );
}
