/** The counters of both lanes, as /proc/vmstat would show them, and the ways to take them away. */
import { useRef, useState, type ReactElement } from 'react';

import { lab } from '../../core/lab/lab.ts';
import { useLab, type CounterSelection } from '../../core/lab/store.ts';
import { Dialog } from '../../widgets/Dialog.tsx';
import { CountersTable } from './CountersTable.tsx';
import { TakeAway } from './TakeAway.tsx';
import './counters.css';

function select(countersSelection: CounterSelection): void {
  useLab.setState({ countersSelection });
}

/** The dialog. */
export function CountersDialog(): ReactElement {
  const selection = useLab((state) => state.countersSelection);
  const playing = useLab((state) => state.playing);
  const [taking, setTaking] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog
      ref={dialog}
      id="counters-title"
      title={taking ? 'Take it away' : 'Counters'}
      className="counters"
      actions={
        <>
          <button
            type="button"
            className="button counters-play"
            onClick={() => {
              // What is taken away is of a moment: time that goes on leads back to the table.
              setTaking(false);
              lab.play(!playing);
            }}
          >
            {playing ? 'Pause' : 'Play'}
          </button>
          <button type="button" className="button" onClick={() => setTaking(!taking)}>
            {taking ? 'Back to the table' : 'Take it away…'}
          </button>
        </>
      }
      onClose={() => useLab.setState({ countersShown: false })}
    >
      {taking ? (
        <TakeAway selection={selection} />
      ) : (
        <CountersTable selection={selection} onSelect={select} />
      )}
    </Dialog>
  );
}
