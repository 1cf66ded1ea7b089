/** The counters of both lanes, as in /proc/vmstat, and the ways to export them. */
import { memo, useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';

import { formatCount, formatDifference, formatSeconds } from '../../base/format.ts';
import {
  atOneTime,
  ratioPercent,
  rowsOf,
  type CounterRow,
  useCounters,
  useKernels,
} from '../../core/counters/counters.ts';
import { LANES } from '../../core/lab/lanes.ts';
import { useLab, type CounterSelection } from '../../core/lab/store.ts';
import { useTick } from '../../core/time.ts';
import { PlayButton } from '../../widgets/run-controls.tsx';
import { Dialog } from '../../widgets/Dialog.tsx';
import { ExportPanel } from './ExportPanel.tsx';
import './counters.css';

function select(countersSelection: CounterSelection): void {
  useLab.setState({ countersSelection });
}

export function CountersDialog(): ReactElement {
  const selection = useLab((state) => state.countersSelection);
  // The export panel is shown first if a chart has requested its export.
  const [exporting, setExporting] = useState(useLab.getState().exported !== null);
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog
      ref={dialog}
      id="counters-title"
      title={exporting ? 'Export' : 'Counters'}
      className="counters"
      actions={
        // An export shows one moment, so the dialog has no play button meanwhile.
        !exporting && (
          <>
            <PlayButton className="counters-play" inWords />
            <button type="button" className="button" onClick={() => setExporting(true)}>
              Export…
            </button>
          </>
        )
      }
      onClose={() => useLab.setState({ countersShown: false, exported: null })}
    >
      {exporting ? (
        <>
          <ExportPanel selection={selection} />
          <p className="export-back">
            <button type="button" className="link-button" onClick={() => setExporting(false)}>
              Show the counters
            </button>
          </p>
        </>
      ) : (
        <CountersTable selection={selection} onSelect={select} />
      )}
    </Dialog>
  );
}

/** Keys that move the focus between rows. */
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  PageDown: (at, count) => Math.min(at + 12, count - 1),
  PageUp: (at) => Math.max(at - 12, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

interface CountersTableProps {
  selection: CounterSelection;
  onSelect: (selection: CounterSelection) => void;
}

/** Renders the table with its controls; it updates as often as the page's figures. */
export function CountersTable({ selection, onSelect }: CountersTableProps): ReactElement | null {
  useTick('figures');
  const counters = useCounters();
  const kernels = useKernels(counters?.pair ?? null);
  const [pointed, setPointed] = useState<string | null>(null);
  const filter = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On a touch screen, the focus would open the on-screen keyboard over the table.
    if (window.matchMedia('(pointer: fine)').matches) {
      filter.current?.focus();
    }
  }, []);
  if (!counters) {
    return null;
  }
  const { columns } = counters;
  const pair = atOneTime(counters.pair);
  const rows = rowsOf(columns, pair, selection);
  const current = rows.find(({ name }) => name === pointed);
  // Only one row is a tab stop; the arrow keys move on from it.
  const stop = current ?? rows[0];
  return (
    <>
      <div className="counters-controls">
        <label className="counters-filter">
          <span className="visually-hidden">Filter by name</span>
          <input
            ref={filter}
            type="search"
            placeholder="Filter: pgscan, stall…"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            value={selection.filter}
            onChange={(event) => onSelect({ ...selection, filter: event.target.value })}
          />
        </label>
        <Choice
          label="Changed since the start"
          title="Hides what kept its first value in both lanes. A and B may still be equal."
          on={selection.movedOnly}
          onChange={(movedOnly) => onSelect({ ...selection, movedOnly })}
        />
        <Choice
          label="Zones"
          on={selection.zones}
          onChange={(zones) => onSelect({ ...selection, zones })}
        />
        <span className="quiet number counters-count" role="status">
          {`${rows.length} of ${columns.length}`}
        </span>
      </div>
      <div className="counters-scroll">
        <table className="counters-table" data-testid="counters">
          <caption className="visually-hidden">Counters and gauges of both lanes</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              {LANES.map((lane) => (
                <th key={lane} scope="col" title={kernels[lane]}>
                  <span className={`badge badge-${lane}`}>{lane.toUpperCase()}</span>{' '}
                  <span className="counters-time">{formatSeconds(pair[lane].nowNs)}</span>
                </th>
              ))}
              <th scope="col">Difference</th>
              <th scope="col">Ratio</th>
            </tr>
          </thead>
          <tbody onKeyDown={moveFocus} onMouseLeave={() => setPointed(null)}>
            {rows.map(({ name, zone, a, b, explanation, beside }) => (
              <Row
                key={name}
                name={name}
                zoned={zone !== null}
                a={a}
                b={b}
                explanation={explanation}
                beside={beside}
                stop={name === stop?.name}
                onPoint={setPointed}
              />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="counters-none quiet">{noneText(selection)}</p>}
      </div>
      <p className="counters-definition">
        {current ? (
          <Definition row={current} />
        ) : (
          <span className="quiet">
            Hover over a counter, or move to it with the arrow keys, to see its definition.
          </span>
        )}
      </p>
    </>
  );
}

function noneText({ filter, movedOnly, zones }: CounterSelection): string {
  if (filter.trim() === '') {
    return 'No counter has changed yet. Press Play.';
  }
  const hidden = [...(movedOnly ? ['unchanged counters'] : []), ...(zones ? [] : ['zones'])];
  const note = hidden.length > 0 ? ` Hidden: ${hidden.join(' and ')}.` : '';
  return `No counter name contains “${filter.trim()}”.${note}`;
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const names = [...event.currentTarget.querySelectorAll('button')];
  const at = names.findIndex((button) => button === document.activeElement);
  const next = names[STEPS[event.key]?.(at, names.length) ?? -1];
  if (next) {
    event.preventDefault();
    next.focus();
  }
}

interface ChoiceProps {
  label: string;
  title?: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

function Choice({ label, title, on, onChange }: ChoiceProps): ReactElement {
  return (
    <label className="counters-choice" title={title}>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        checked={on}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}

function Definition({ row }: { row: CounterRow }): ReactElement {
  return (
    <>
      <strong>{row.name}</strong> <span className="quiet">· {row.kind} ·</span> {row.explanation}
      {row.beside && <span className="quiet"> Not in /proc/vmstat: counted by the engine.</span>}
    </>
  );
}

interface RowProps {
  name: string;
  zoned: boolean;
  a: number;
  b: number;
  explanation: string;
  beside: boolean;
  stop: boolean;
  onPoint: (name: string) => void;
}

/** Renders a row; memoized, because most rows do not change from one tick to the next. */
const Row = memo(function Row(props: RowProps) {
  const { name, zoned, a, b, explanation, beside, stop, onPoint } = props;
  return (
    <tr
      className={zoned ? 'is-zone' : undefined}
      onMouseEnter={() => onPoint(name)}
      onClick={() => onPoint(name)}
    >
      <th scope="row">
        <button
          type="button"
          title={explanation}
          tabIndex={stop ? 0 : -1}
          onFocus={() => onPoint(name)}
        >
          {name}
        </button>
        {beside && (
          <span className="quiet" title="Not in /proc/vmstat: counted by the engine">
            {' '}
            · engine
          </span>
        )}
      </th>
      <td data-lane="a">{formatCount(a)}</td>
      <td data-lane="b">{formatCount(b)}</td>
      <td className={a === b ? 'quiet' : undefined}>{formatDifference(a, b)}</td>
      <td className={a === b ? 'quiet' : undefined}>{ratioText(a, b)}</td>
    </tr>
  );
});

/** Formats B as a percentage of A; a dash if there is none. */
function ratioText(a: number, b: number): string {
  const ratio = a === 0 ? null : ratioPercent(a, b);
  if (ratio === null) {
    return '–';
  }
  return `${ratio < 1000 ? ratio.toFixed(1) : formatCount(ratio)} %`;
}
