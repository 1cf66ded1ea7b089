/** Slow motion: one machine of a few hundred frames, one decision at a time. It covers the Lab while it is open. */
import { useLayoutEffect, useRef, type ReactElement } from 'react';

import { slow } from '../control.ts';
import { useSlow } from '../store.ts';
import { Aside } from './Aside.tsx';
import { RuleTable } from './RuleTable.tsx';
import { SceneHeading } from './SceneTable.tsx';
import { SlowTransport } from './SlowTransport.tsx';
import { Stage } from './Stage.tsx';
import { Top } from './Top.tsx';
import { onSlowKey } from './keys.ts';
import './slow.css';
import './stage.css';
import './aside.css';

/** Shown while it is open. */
export function SlowMotion(): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const main = useRef<HTMLElement>(null);
  const failure = useSlow((state) => state.failure);
  const scene = useSlow((state) => state.scenes[state.lane]);
  const largeType = useSlow((state) => state.largeType);
  const left = useRef(false);
  const leave = () => {
    left.current = true;
    dialog.current?.close();
    slow.close();
  };
  // The browser sends the close event later. By then slow motion may be open again, in a new dialog.
  const onClose = () => {
    if (!left.current) slow.close();
  };
  useLayoutEffect(() => {
    dialog.current?.showModal();
    // No button has the focus at first, so that the space bar plays.
    main.current?.focus({ preventScroll: true });
    // Before the Lab hears of a key, and also when a button that had the focus is gone.
    const listener = (event: KeyboardEvent) => {
      onSlowKey(slow, leave, event);
      event.stopPropagation();
    };
    window.addEventListener('keydown', listener, { capture: true });
    return () => window.removeEventListener('keydown', listener, { capture: true });
  }, []);
  return (
    <dialog
      ref={dialog}
      className={largeType ? 'slow slow-large' : 'slow'}
      aria-labelledby="slow-title"
      onClose={onClose}
    >
      <Top onLeave={leave} />
      <main ref={main} className="slow-main" tabIndex={0} aria-label="The scene">
        {failure !== null && (
          <p className="message message-bad" role="alert">
            Slow motion cannot run this scenario. {failure}
          </p>
        )}
        {scene && (
          <>
            <SceneHeading scene={scene} />
            <Stage scene={scene} />
            <RuleTable scene={scene} />
          </>
        )}
      </main>
      {scene && <Aside scene={scene} />}
      {scene && <SlowTransport scene={scene} />}
    </dialog>
  );
}

export { slow } from '../control.ts';
