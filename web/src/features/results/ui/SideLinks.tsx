/** The postings and their tables, to choose from. */
import type { ReactElement } from 'react';

import { hashOf, type Route } from '../../../core/link/results-route.ts';
import type { Planned } from '../store.ts';
import { tableTitle } from '../titles.ts';

/** The links at the left. */
export function SideLinks({ planned, route }: { planned: Planned; route: Route }): ReactElement {
  const postings = planned.outline.postings.map((posting, number) => ({ ...posting, number }));
  const present = route.view === 'posting' ? route : null;
  const link = (to: Route, name: string, note: string) => (
    <a href={hashOf(to)} aria-current={hashOf(to) === hashOf(route) ? 'page' : undefined}>
      <span>{name}</span>
      {note !== '' && <span className="side-note">{note}</span>}
    </a>
  );
  const tablesOf = (number: number, posting: string) => {
    const tables = planned.tables.filter((table) => table.posting === number);
    return (
      <ul className="side-tables">
        {tables.map(({ name }) => (
          <li key={name}>
            {link({ view: 'posting', posting, table: name }, tableTitle(name), '')}
          </li>
        ))}
      </ul>
    );
  };
  const group = (measured: boolean) =>
    postings
      .filter((posting) => posting.measured === measured)
      .map(({ posting, title, number }) => {
        const tables = planned.tables.filter((table) => table.posting === number);
        const rows = planned.outline.rows.filter((row) => row.posting === number).length;
        const note = measured ? `${rows} runs` : posting.replace(/^.*-/, '');
        return (
          <li key={posting}>
            {link({ view: 'posting', posting, table: null }, title, note)}
            {present?.posting === posting && tables.length > 1 && tablesOf(number, posting)}
          </li>
        );
      });
  return (
    <nav className="results-side" aria-label="Postings">
      <ul>
        <li>{link({ view: 'overview' }, 'All verdicts', '')}</li>
      </ul>
      <h2 className="eyebrow">Postings</h2>
      <ul>{group(false)}</ul>
      <h2 className="eyebrow">Measured</h2>
      <ul>{group(true)}</ul>
      <h2 className="eyebrow">The model</h2>
      <ul>
        <li>{link({ view: 'constants' }, 'Free constants', '')}</li>
      </ul>
    </nav>
  );
}
