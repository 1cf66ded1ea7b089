/** The search: finds a page, a task, a counter or a time by what the user types. */
import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react';

import { formatPfn, formatSeconds } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import { showFrame } from '../../core/lab/map-view.ts';
import { unfold, useLab } from '../../core/lab/store.ts';
import { goalOf, marksOf, runEnd, type LaneMark } from '../../core/lab/timeline.ts';
import type { Definition, ZoneDescription } from '../../engine/types.ts';
import { wholeCatalogue } from '../../engine/whole-catalogue.ts';
import { Dialog } from '../../widgets/Dialog.tsx';
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

/** Shows a result. */
function open(found: Found): void {
  switch (found.kind) {
    case 'page':
      showFrame({ lane: useLab.getState().editing, zone: found.zone, frame: found.frame });
      break;
    case 'task':
      unfold('details', true);
      void rowOf(found.name).then((row) => {
        row?.scrollIntoView({ block: 'nearest' });
        row?.focus();
      });
      break;
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

/** Maximum number of animation frames to wait until the list of tasks is loaded and rendered. */
const FRAMES_MOST = 300;

/** Returns the row of a task once it is rendered. */
async function rowOf(name: string): Promise<HTMLElement | null> {
  for (let frame = 0; frame < FRAMES_MOST; frame += 1) {
    const rows = document.querySelectorAll<HTMLElement>('[data-task]');
    const row = [...rows].find(({ dataset }) => dataset['task'] === name);
    if (row) {
      return row;
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return null;
}

/** Returns the time to seek to; for a mark, the time just after it. */
function momentOf({ atNs, mark }: Extract<Found, { kind: 'moment' }>): number {
  return mark ? goalOf({ ...mark, atNs }, lab.lanes.state(mark.lane)) : atNs;
}

export function SearchDialog(): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const results = resultsOf(query);
  const at = Math.min(chosen, results.length - 1);
  const take = (found: Found | undefined) => {
    if (found) {
      // Close first, so that the focus returns before the result takes it.
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
      title="Find a page, task, counter or time"
      className="dialog-small search"
      head={
        <input
          type="search"
          role="combobox"
          aria-label="Find a page, task, counter or time"
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
            ? 'Type a page frame number, a zone and a frame in it, the name of a task or counter, or a time.'
            : 'No match.'}
        </p>
      )}
    </Dialog>
  );
}

export type Found =
  | { kind: 'page'; title: string; detail: string; zone: string; frame: number }
  | { kind: 'task'; title: string; detail: string; name: string }
  | { kind: 'counter'; title: string; detail: string; name: string }
  | {
      kind: 'moment';
      title: string;
      detail: string;
      atNs: number;
      /** The mark at this time, if any. */
      mark?: { lane: LaneId } & Pick<LaneMark, 'name' | 'kind'>;
    };

/** The data to search in. */
export interface SearchGround {
  zones: readonly ZoneDescription[];
  tasks: readonly string[];
  counters: readonly Definition[];
  marks: Record<LaneId, readonly Pick<LaneMark, 'name' | 'at_ns' | 'text' | 'kind'>[]>;
  endNs: number;
}

/** Maximum number of results of a kind. */
const MOST = 6;

/** Returns the results for a query; pages and times that the query names come first. */
export function find(query: string, ground: SearchGround): Found[] {
  const text = query.trim().toLowerCase();
  if (text === '') {
    return momentsOf('', ground).slice(0, MOST);
  }
  return [
    ...pagesOf(text, ground.zones),
    ...timesOf(text, ground.endNs),
    ...momentsOf(text, ground).slice(0, MOST),
    ...tasksOf(text, ground.tasks).slice(0, MOST),
    ...countersOf(text, ground.counters).slice(0, MOST),
  ];
}

/**
 * Parses pages: `0xE1A40` and `pfn 924224` are physical page frame numbers; `Normal 1200` and `Normal/1200` count from
 * the start of a zone.
 */
function pagesOf(text: string, zones: readonly ZoneDescription[]): Found[] {
  const physical = /^(?:pfn\s*)?(0x[0-9a-f]+|\d+)$/.exec(text)?.[1];
  if (physical !== undefined) {
    const pfn = Number(physical);
    const zone = zones.find(({ base_pfn, frames }) => pfn >= base_pfn && pfn < base_pfn + frames);
    return zone ? [page(zone, pfn - zone.base_pfn)] : [];
  }
  const [, name, frame] = /^([a-z0-9]+)[\s/]+(\d+)$/.exec(text) ?? [];
  const zone = zones.find((candidate) => candidate.name.toLowerCase() === name);
  return zone && Number(frame) < zone.frames ? [page(zone, Number(frame))] : [];
}

function page({ name, base_pfn }: ZoneDescription, frame: number): Found {
  const title = `Page frame ${formatPfn(base_pfn + frame)}`;
  return { kind: 'page', title, detail: `frame ${frame} of ${name}`, zone: name, frame };
}

/** Parses times: `12.5 s`, `300 ms`. */
function timesOf(text: string, endNs: number): Found[] {
  const [, number, unit] = /^t?\s*=?\s*(\d+(?:\.\d+)?)\s*(s|ms)$/.exec(text) ?? [];
  if (number === undefined) {
    return [];
  }
  const atNs = Math.min(Math.round(Number(number) * (unit === 'ms' ? 1e6 : 1e9)), endNs);
  return [{ kind: 'moment', title: `t = ${formatSeconds(atNs, 3)}`, detail: 'go there', atNs }];
}

function momentsOf(text: string, { marks }: SearchGround): Found[] {
  const lanes: LaneId[] = ['a', 'b'];
  return lanes.flatMap((lane) =>
    marks[lane]
      .filter((mark) => mark.text.toLowerCase().includes(text))
      .map((mark) => ({
        kind: 'moment' as const,
        title: mark.text,
        detail: `lane ${lane.toUpperCase()} at ${formatSeconds(mark.at_ns)}`,
        atNs: mark.at_ns,
        mark: { lane, name: mark.name, kind: mark.kind },
      })),
  );
}

function tasksOf(text: string, tasks: readonly string[]): Found[] {
  return [...new Set(tasks)]
    .filter((name) => name.toLowerCase().includes(text))
    .map((name) => ({ kind: 'task', title: name, detail: 'go to its row', name }));
}

/** Finds counters; matches in names come before matches in explanations. */
function countersOf(text: string, counters: readonly Definition[]): Found[] {
  const word = text.replace(/\s+/g, '_');
  const named = counters.filter(({ name }) => name.includes(word));
  const told = counters.filter(
    (counter) => !named.includes(counter) && counter.explanation.toLowerCase().includes(text),
  );
  return [...named, ...told].map(({ name, explanation }) => ({
    kind: 'counter',
    title: name,
    detail: explanation,
    name,
  }));
}
