/** The list of keys. */
import { useLayoutEffect, useRef, type ReactElement } from 'react';

import { useLab } from '../../core/lab/store.ts';
import { About } from './About.tsx';
import { KEYS } from './key-names.ts';
import '../../widgets/dialog.css';
import './keys.css';

/** The dialog. */
export function KeysDialog(): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog dialog-small"
      aria-labelledby="keys-title"
      onClose={() => useLab.setState({ keysShown: false })}
    >
      <div className="dialog-head">
        <h2 id="keys-title">Keys and About</h2>
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      <dl className="keys">
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <About />
    </dialog>
  );
}
