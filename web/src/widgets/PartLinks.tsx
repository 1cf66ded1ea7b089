/** The parts of the app: each is a page of its own. */
import type { ReactElement } from 'react';

const PARTS = [
  { id: 'lab', name: 'Lab', address: './' },
  { id: 'results', name: 'Results', address: './results.html' },
] as const;

/** The links between them. */
export function PartLinks({ part }: { part: (typeof PARTS)[number]['id'] }): ReactElement {
  return (
    <nav className="parts" aria-label="Parts of the app">
      {PARTS.map(({ id, name, address }) => (
        <a key={id} href={address} aria-current={id === part ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
