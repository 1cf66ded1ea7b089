/** The frame of a dialog: its title, the actions for all of it, and the close button. */
import { useLayoutEffect, type ReactElement, type ReactNode, type RefObject } from 'react';

import './dialog.css';

interface DialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  /** Id of the heading that labels the dialog. */
  id: string;
  title: string;
  /** Class in addition to `dialog`. */
  className?: string;
  /** Content of the head instead of the heading. */
  head?: ReactNode;
  /** Content of the head after the heading. */
  actions?: ReactNode;
  /** Whether the head has a close button; otherwise the children have one. */
  closable?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Renders the dialog; it is open as long as it is mounted. */
export function Dialog(props: DialogProps): ReactElement {
  const { ref, id, title, className, head, actions, closable = true, onClose, children } = props;
  const name = head === undefined ? { 'aria-labelledby': id } : { 'aria-label': title };
  // A layout effect, so that it runs before the children's effects set the focus.
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
