/** The counters of both lanes, as /proc/vmstat would show them, and the ways to take them away. */
import type { CounterSelection } from '../../core/lab/store.ts';
import { useLayoutEffect, useRef, useState, type ReactElement } from 'react';

import { lab } from '../../core/lab/lab.ts';
import { useLab } from '../../core/lab/store.ts';
import { CountersTable } from './CountersTable.tsx';
import { TakeAway } from './TakeAway.tsx';
import '../../widgets/dialog.css';
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
  // Before the parts inside choose which of them has the focus.
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog counters"
      aria-labelledby="counters-title"
      onClose={() => useLab.setState({ countersShown: false })}
    >
      <div className="dialog-head">
        <h2 id="counters-title">{taking ? 'Take it away' : 'Counters'}</h2>
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
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      {taking ? (
        <TakeAway selection={selection} />
      ) : (
        <CountersTable selection={selection} onSelect={select} />
      )}
    </dialog>
  );
}
