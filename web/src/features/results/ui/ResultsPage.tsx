/** The Results page: published figures beside computed ones, and the free constants of the model. */
import { useEffect, useRef, type ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import { hashOf, type Route } from '../../../core/link/results-route.ts';
import { tableTitle } from '../../../core/published.ts';
import { saveText } from '../../../core/storage/files.ts';
import { ThemeSwitch, TopBar } from '../../../widgets/TopBar.tsx';
import { WorkLine } from '../../../widgets/WorkLine.tsx';
import type { Constants } from '../engine.ts';
import { session } from '../session.ts';
import { useResults, type Planned } from '../store.ts';
import { csvOf, judgingOf, type PlacedLine } from '../tables.ts';
import { Overview } from './Overview.tsx';
import { PostingView } from './PostingView.tsx';

export function ResultsPage(): ReactElement {
  const planned = useResults((state) => state.planned);
  const failure = useResults((state) => state.failure);
  const route = useResults((state) => state.route);
  return (
    <div className="results">
      <TopBar part="results">
        <Work />
        <ThemeSwitch />
        <ExportButton />
      </TopBar>
      {planned ? <SideLinks planned={planned} route={route} /> : <div className="results-side" />}
      <main className="results-main" id="main" tabIndex={-1}>
        {failure !== null && (
          <section className="message message-bad" role="alert">
            <div>
              <h2>The results cannot be shown</h2>
              <p>{failure}. Reload the page when the server can be reached.</p>
            </div>
          </section>
        )}
        {!planned && failure === null && <p className="loading">Loading the engine…</p>}
        {planned && <View planned={planned} route={route} />}
      </main>
    </div>
  );
}

function View({ planned, route }: { planned: Planned; route: Route }): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const opened = useRef(route);
  useEffect(() => {
    // After a link, scroll to the start of the view, unless the link shows a row, as the points of the plot do.
    if (opened.current !== route) {
      opened.current = route;
      if (useResults.getState().sought === null) {
        place.current?.focus({ preventScroll: true });
        place.current?.scrollIntoView({ block: 'start' });
      }
    }
  }, [route]);
  return (
    <div ref={place} tabIndex={-1} className="results-view">
      {route.view === 'overview' && <Overview planned={planned} />}
      {route.view === 'constants' && <ConstantsView />}
      {route.view === 'posting' && (
        <PostingView planned={planned} name={route.posting} table={route.table} />
      )}
    </div>
  );
}

function ExportButton(): ReactElement {
  const ready = useResults((state) => state.planned !== null);
  const save = () => {
    const { planned, judged, failures, options } = useResults.getState();
    if (planned) {
      const text = csvOf(planned.outline, planned.lines, judged, failures, options);
      saveText('reclaim-results.csv', 'text/csv', text);
    }
  };
  return (
    <button type="button" className="button button-primary" disabled={!ready} onClick={save}>
      <span>
        <span className="wide-only">Download </span>CSV
      </span>
    </button>
  );
}

/** Renders the links on the left. */
function SideLinks({ planned, route }: { planned: Planned; route: Route }): ReactElement {
  const postings = planned.outline.postings.map((posting, number) => ({ ...posting, number }));
  const present = route.view === 'posting' ? route : null;
  const tablesIn = (number: number) => planned.tables.filter((table) => table.posting === number);
  // The only table of a posting has no link of its own.
  const number = postings.findIndex(({ posting }) => posting === present?.posting);
  const shown: Route =
    present && tablesIn(number).length === 1 ? { ...present, table: null } : route;
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const countsOf = (lines: readonly PlacedLine[]) => {
    const { reproduced, figures } = judgingOf(lines, judged, failures);
    return figures === 0 ? '' : `${reproduced} of ${figures}`;
  };
  const link = (to: Route, name: string, note: string) => (
    <a href={hashOf(to)} aria-current={hashOf(to) === hashOf(shown) ? 'page' : undefined}>
      <span>{name}</span>
      {note !== '' && <span className="side-note">{note}</span>}
    </a>
  );
  const tablesOf = (at: number, posting: string) => {
    return (
      <ul className="side-tables">
        {tablesIn(at).map(({ name, lines }) => (
          <li key={name}>
            {link({ view: 'posting', posting, table: name }, tableTitle(name), countsOf(lines))}
          </li>
        ))}
      </ul>
    );
  };
  const group = (measured: boolean) =>
    postings
      .filter((posting) => posting.measured === measured)
      .map(({ posting, title, number: at }) => {
        const rows = planned.outline.rows.filter((row) => row.posting === at).length;
        const note = measured ? `${rows} runs` : posting.replace(/^.*-/, '');
        return (
          <li key={posting}>
            {link({ view: 'posting', posting, table: null }, title, note)}
            {present?.posting === posting && tablesIn(at).length > 1 && tablesOf(at, posting)}
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

/** Renders the running computation in the header, and the button that stops it. */
function Work(): ReactElement {
  const work = useResults((state) => state.work);
  return (
    <>
      <WorkLine work={work} />
      {work && (
        <button type="button" className="button" onClick={() => session.cancel()}>
          Cancel
        </button>
      )}
    </>
  );
}

type Device = Constants['devices'][number];
type LookedAt = Device['looked_at'];

/** Texts and units for the figures of a device, in order. */
const FIGURES: readonly (readonly [
  name: Exclude<keyof Device['figures'], 'flash'>,
  words: string,
  unit: string,
])[] = [
  ['read_kb_per_s', 'read', 'kB/s'],
  ['write_kb_per_s', 'write', 'kB/s'],
  ['overhead_us', 'overhead per request', 'µs'],
  ['seek_min_us', 'shortest seek', 'µs'],
  ['seek_max_us', 'longest seek', 'µs'],
  ['half_rotation_us', 'half rotation', 'µs'],
  ['rpm', 'rotations', 'per minute'],
  ['small_write_extra_us', 'extra time of a small write', 'µs'],
  ['stall_per_mille', 'writes that stall', '‰'],
  ['stall_us', 'length of a stall', 'µs'],
  ['write_cache_kb', 'write cache', 'kB'],
  ['write_cache_kb_per_s', 'write cache fill rate', 'kB/s'],
  ['jitter_percent', 'jitter', '%'],
  ['in_flight', 'requests in flight', ''],
  ['ncq_depth', 'NCQ depth', ''],
  ['nr_requests', 'nr_requests', ''],
  ['max_request_kb', 'largest request', 'kB'],
  ['members', 'disks', ''],
  ['capacity_mib', 'size', 'MiB'],
];

/** Renders the two tables of the model's free constants. */
function ConstantsView(): ReactElement | null {
  const constants = useResults((state) => state.constants);
  if (!constants) {
    return null;
  }
  const { cpu, devices } = constants;
  const chosenBy = [...cpu, ...devices].filter(({ looked_at }) => looked_at !== null).length;
  return (
    <>
      <h2 className="view-title">Free constants</h2>
      <p className="view-lead">
        The free constants of the model are {cpu.length} constants of the CPU and the figures of{' '}
        {devices.length} devices. Everything else, such as watermarks, dirty limits and the number
        of pages scanned, is computed as in the kernel. A constant is the same for every kernel,
        workload and row. Published figures influenced the choice of {chosenBy} of them; the tables
        name these figures. If a posting does not describe its machine, the scenario states what is
        assumed.
      </p>
      <div className="card figures-card">
        <div className="figures-head">
          <h3 id="constants-cpu">The CPU</h3>
          <span className="quiet">one x86-64 core of 2009 to 2012 at about 2.5 GHz</span>
        </div>
        <div className="table-scroll" role="region" aria-labelledby="constants-cpu" tabIndex={0}>
          <table className="figures constants">
            <thead>
              <tr>
                <th scope="col">constant</th>
                <th scope="col" className="figure">
                  ns
                </th>
                <th scope="col">purpose and reason</th>
                <th scope="col">published figures considered</th>
              </tr>
            </thead>
            <tbody>
              {cpu.map(({ name, ns, reason, looked_at }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className="figure number">{formatCount(ns)}</td>
                  <td className="reason">{reason}</td>
                  <td className="reason">
                    <Looked at={looked_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <div className="card figures-card">
        <div className="figures-head">
          <h3 id="constants-devices">Devices</h3>
        </div>
        <div
          className="table-scroll"
          role="region"
          aria-labelledby="constants-devices"
          tabIndex={0}
        >
          <table className="figures constants">
            <thead>
              <tr>
                <th scope="col">device</th>
                <th scope="col">figures</th>
                <th scope="col">source</th>
                <th scope="col">published figures considered</th>
              </tr>
            </thead>
            <tbody>
              {devices.map(({ id, title, figures, reason, looked_at }) => (
                <tr key={id}>
                  <th scope="row">
                    {title}
                    <span className="row-note">{id}</span>
                  </th>
                  <td className="device-figures number">{figuresOf(figures)}</td>
                  <td className="reason">{reason}</td>
                  <td className="reason">
                    <Looked at={looked_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </>
  );
}

function Looked({ at }: { at: LookedAt }): ReactElement {
  if (at === null) {
    return <span className="quiet">none</span>;
  }
  return (
    <>
      <a href={hashOf({ view: 'posting', posting: at.posting, table: null })}>{at.posting}</a>
      <span className="row-note">{at.figures}</span>
    </>
  );
}

/** Formats the figures of a device; figures that are 0 or missing do not apply to the device. */
function figuresOf(figures: Device['figures']): string {
  const flat = FIGURES.flatMap(([name, words, unit]) => {
    const value = figures[name] ?? 0;
    return value === 0 ? [] : [`${words} ${formatCount(value)}${unit === '' ? '' : ` ${unit}`}`];
  });
  return [...flat, ...flashOf(figures.flash)].join(' · ');
}

function flashOf(flash: Device['figures']['flash']): string[] {
  if (flash === null || flash === undefined) return [];
  return [
    `allocation unit ${formatCount(flash.allocation_unit_kb)} kB`,
    `open units ${formatCount(flash.open_units)}`,
    `open units for out-of-order writes ${formatCount(flash.open_units_random)}`,
    `copy rate ${formatCount(flash.copy_kb_per_s)} kB/s`,
  ];
}
