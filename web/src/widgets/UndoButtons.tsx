/** Takes changes back and makes them again, and says which. */
import type { ReactElement } from 'react';

import { lab } from '../core/lab/lab.ts';
import { useLab } from '../core/lab/store.ts';
import { Icon } from './icons.tsx';

/** The two buttons. */
export function UndoButtons(): ReactElement {
  const undoes = useLab((state) => state.undoes);
  const redoes = useLab((state) => state.redoes);
  return (
    <div className="undo">
      <UndoButton kind="undo" name="Undo" what={undoes} keys="Ctrl+Z" />
      <UndoButton kind="redo" name="Redo" what={redoes} keys="Ctrl+Shift+Z" />
    </div>
  );
}

interface UndoButtonProps {
  kind: 'undo' | 'redo';
  name: string;
  what: string | null;
  keys: string;
}

function UndoButton({ kind, name, what, keys }: UndoButtonProps): ReactElement {
  const label = what === null ? `Nothing to ${kind}` : `${name}: ${what}`;
  return (
    <button
      type="button"
      className="button button-icon button-quiet"
      aria-label={label}
      title={`${label} (${keys})`}
      disabled={what === null}
      onClick={() => lab.changes[kind]()}
    >
      <Icon name={kind} />
    </button>
  );
}
