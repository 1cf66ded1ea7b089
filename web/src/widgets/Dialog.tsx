/** The frame of a dialog: what it is called, what can be done with all of it, and the way out. */
import { useLayoutEffect, type ReactElement, type ReactNode, type RefObject } from 'react';

import './dialog.css';

interface DialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  /** Of the heading, by which the dialog is called. */
  id: string;
  title: string;
  /** Beside `dialog`. */
  className?: string;
  /** What stands in the head in place of the heading. */
  head?: ReactNode;
  /** What stands there behind it. */
  actions?: ReactNode;
  /** Whether the way out stands in the head; otherwise the children have it. */
  closable?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog, open as long as it is there. */
export function Dialog(props: DialogProps): ReactElement {
  const { ref, id, title, className, head, actions, closable = true, onClose, children } = props;
  const name = head === undefined ? { 'aria-labelledby': id } : { 'aria-label': title };
  // Before the parts inside choose which of them has the focus.
  useLayoutEffect(() => {
    ref.current?.showModal();
  }, [ref]);
  return (
    <dialog
      ref={ref}
      className={className === undefined ? 'dialog' : `dialog ${className}`}
      {...name}
      onClose={onClose}
    >
      <div className="dialog-head">
        {head ?? <h2 id={id}>{title}</h2>}
        {actions}
        {closable && (
          <button type="button" className="button" onClick={() => ref.current?.close()}>
            Close
          </button>
        )}
      </div>
      {children}
    </dialog>
  );
}
