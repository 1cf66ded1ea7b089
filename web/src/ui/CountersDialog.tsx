/** The counters of both lanes, as /proc/vmstat would show them, and the ways to take them away. */
import { useLayoutEffect, useRef, useState, type ReactElement } from 'react';

import type { Selection } from '../counters/rows.ts';
import { lab } from '../lab/lab.ts';
import { useLab } from '../lab/store.ts';
import { CountersTable } from './CountersTable.tsx';
import { TakeAway } from './TakeAway.tsx';
import './styles/dialog.css';
import './styles/counters.css';

function select(countersSelection: Selection): void {
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
