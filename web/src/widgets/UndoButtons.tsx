/** Buttons for undo and redo, which name the change, and for going back to the scenario as it was opened. */
import { useMemo, type ReactElement } from 'react';

import { lab } from '../core/lab/lab.ts';
import { useLab } from '../core/lab/store.ts';
import { current } from '../core/link/address.ts';
import { Icon } from './controls.tsx';

export function UndoButtons(): ReactElement {
  const undoes = useLab((state) => state.undoes);
  const redoes = useLab((state) => state.redoes);
  return (
    <div className="undo">
      <UndoButton kind="undo" name="Undo" what={undoes} keys="Ctrl+Z" />
      <UndoButton kind="redo" name="Redo" what={redoes} keys="Ctrl+Shift+Z" />
      <UndoAllButton />
    </div>
  );
}

/**
 * Whether the scenario differs in content from the one that was opened; after loading again they may be different
 * objects.
 */
export function useChanged(): boolean {
  const scenario = useLab((state) => state.scenario);
  const opened = useLab((state) => state.opened);
  return useMemo(() => {
    if (!scenario || !opened || scenario === opened) {
      return false;
    }
    return !current.address?.same(scenario, opened);
  }, [scenario, opened]);
}

function UndoAllButton(): ReactElement | null {
  const title = useLab((state) => state.opened?.title);
  const changed = useChanged();
  return changed ? (
    <button
      type="button"
      className="button button-quiet"
      title={`Undo all changes to “${title ?? ''}”`}
      onClick={() => lab.reset()}
    >
      Undo all
    </button>
  ) : null;
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
