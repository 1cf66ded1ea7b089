/** The list of keyboard shortcuts. */
import { useRef, type ReactElement } from 'react';

import { useLab } from '../../core/lab/store.ts';
import { Dialog } from '../../widgets/Dialog.tsx';
import './keys.css';

export function KeysDialog(): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog
      ref={dialog}
      id="keys-title"
      title="Keys and About"
      className="dialog-small"
      onClose={() => useLab.setState({ keysShown: false })}
    >
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
    </Dialog>
  );
}

/** Returns the digest of all files of the build; undefined on a development server. */
function buildDigest(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;
}

/** Renders the end of the list: version and licences. */
export function About(): ReactElement {
  const digest = buildDigest();
  return (
    <section className="about" aria-labelledby="about-title">
      <h3 id="about-title">About</h3>
      <p>
        Reclaim Lab simulates Linux page reclaim, page by page, in this browser. It contacts no
        other server and sends no data.
      </p>
      {digest === undefined ? (
        <p>This is a development server: the app was not built.</p>
      ) : (
        <p>
          Build <code>{digest}</code>: a digest of all its files. Every build of this commit has the
          same digest.
        </p>
      )}
      <p>
        <a href="licences.txt" target="_blank" rel="noreferrer">
          Third-party packages and their licences
        </a>
      </p>
    </section>
  );
}

export const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['Space', 'play and pause'],
  ['→ ←', 'step forward or back, then pause'],
  ['U', 'change the step unit: event, decision, batch, time'],
  ['Shift →', 'forward one second of virtual time, then pause'],
  ['Shift ←', 'back one second, then pause'],
  ['↑ ↓', 'faster, slower'],
  ['R', 'back to 0 s'],
  [
    'Ctrl Z',
    'undo the last change of scenario, kernel, switch, pin or zoom (not of speed or steps)',
  ],
  ['Ctrl Shift Z', 'redo'],
  ['V', 'counters of both lanes, with the names of /proc/vmstat'],
  ['/', 'find a page, task, counter or time'],
  ['+ - 0', 'on a page map: zoom in, zoom out, show all; arrow keys move'],
  ['Ctrl wheel', 'zoom a page map; Ctrl is not needed after a click on it'],
  ['Esc', 'unpin page; then show all zones on the page maps'],
  ['P', 'a one-page report, to print or send'],
  ['T', 'a tour of the page, in under two minutes'],
  ['L', 'lessons'],
  ['G', 'large type, for a projector'],
  ['S', 'slow motion: a reclaim batch page by page'],
  ['?', 'this list and the build number'],
];
