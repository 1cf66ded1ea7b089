/** The search: a page, a task, a counter, a moment. */
import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react';

import { lab } from '../../core/lab/lab.ts';
import { showFrame } from '../../core/lab/map-view.ts';
import { goalOf, marksOf } from '../../core/lab/marks.ts';
import { runEnd } from '../../core/lab/run-end.ts';
import { useLab } from '../../core/lab/store.ts';
import { wholeCatalogue } from '../../engine/whole-catalogue.ts';
import { Dialog } from '../../widgets/Dialog.tsx';
import { find, type Found } from './search.ts';
import './search.css';

const KINDS: Record<Found['kind'], string> = {
  page: 'page',
  task: 'task',
  counter: 'counter',
  moment: 'moment',
};

function resultsOf(query: string): Found[] {
  const { catalogue, marks, scenario, divergence } = useLab.getState();
  const description = lab.lanes.state('a')?.description;
  return find(query, {
    zones: description?.zones ?? [],
    tasks: description?.tasks.map(({ name }) => name) ?? [],
    counters: [...wholeCatalogue.counters, ...wholeCatalogue.gauges],
    marks: marksOf(marks, scenario, catalogue, divergence),
    endNs: runEnd(lab.lanes, scenario?.until_ms).ns,
  });
}

/** Goes to what was found. */
function open(found: Found): void {
  switch (found.kind) {
    case 'page':
      showFrame({ lane: useLab.getState().editing, zone: found.zone, frame: found.frame });
      break;
    case 'task': {
      const rows = document.querySelectorAll<HTMLElement>('[data-task]');
      const row = [...rows].find(({ dataset }) => dataset['task'] === found.name);
      row?.scrollIntoView({ block: 'nearest' });
      row?.focus();
      break;
    }
    case 'counter':
      useLab.setState({
        countersShown: true,
        countersSelection: { filter: found.name, movedOnly: false, zones: false },
      });
      break;
    case 'moment':
      lab.goTo(momentOf(found));
      break;
  }
}

/** Of a mark the state just after it. */
function momentOf({ atNs, mark }: Extract<Found, { kind: 'moment' }>): number {
  return mark ? goalOf({ ...mark, atNs }, lab.lanes.state(mark.lane)) : atNs;
}

/** The dialog. */
export function SearchDialog(): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const results = resultsOf(query);
  const at = Math.min(chosen, results.length - 1);
  const take = (found: Found | undefined) => {
    if (found) {
      // The focus goes back to where it was before what was found takes it.
      dialog.current?.close();
      open(found);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const by = event.key === 'ArrowDown' ? 1 : -1;
      setChosen(Math.max(0, Math.min(at + by, results.length - 1)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      take(results[at]);
    }
  };
  return (
    <Dialog
      ref={dialog}
      id="search-title"
      title="Find a page, a task, a counter, a moment"
      className="dialog-small search"
      head={
        <input
          type="search"
          role="combobox"
          aria-label="Find a page, a task, a counter, a moment"
          aria-expanded={results.length > 0}
          aria-controls="search-results"
          aria-activedescendant={results.length > 0 ? `search-${at}` : undefined}
          placeholder="0xE1A40, Normal 1200, dd, pgrotated, 12.5 s"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      }
      onClose={() => useLab.setState({ searchShown: false })}
    >
      <ul className="search-results" id="search-results" role="listbox" aria-label="Results">
        {results.map((found, index) => (
          <li
            key={`${found.kind}-${found.title}-${found.detail}`}
            id={`search-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => take(found)}
          >
            <span className="search-kind">{KINDS[found.kind]}</span>
            <strong>{found.title}</strong> <span className="quiet">{found.detail}</span>
          </li>
        ))}
      </ul>
      {results.length === 0 && (
        <p className="search-none quiet">
          {query.trim() === ''
            ? 'Type the number of a page frame, a zone and a frame in it, the name of a task or counter, or a time.'
            : 'Nothing here is called so.'}
        </p>
      )}
    </Dialog>
  );
}
