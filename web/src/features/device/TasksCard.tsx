/** Activity of tasks and devices in the last seconds, by state. */
import { Fragment, useEffect, useRef, type ReactElement } from 'react';
import { formatCount, formatDuration } from '../../base/format.ts';
import { colourOf, useTheme } from '../../base/theme.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { LANES, type LaneId } from '../../core/lab/lanes.ts';
import { isLit, useLab, useLit, type Lit } from '../../core/lab/store.ts';
import { useAfterFirstRun, useLane } from '../../core/lab/use-lab.ts';
import { OnDemand } from '../../core/parts.tsx';
import { ticks, useTick } from '../../core/time.ts';
import { faded } from '../../engine/renderer.ts';
import { Legend } from '../../widgets/Legend.tsx';
import { fitCanvas } from '../../widgets/chart/canvas.ts';
import {
  activityRows,
  busyOf,
  describeActivity,
  DEVICE_STATES,
  drawHead,
  drawStripRow,
  hiddenRows,
  shownActivities,
  summarise,
  TASK_STATES,
  type Activity,
  type ActivityRow,
} from './activity.ts';
import { devicePart } from './feature.ts';

const ROW_HEIGHT = 10;

// If the part cannot be loaded, the strip shows the senders of requests only.
const stay = () => undefined;

export function TasksCard(): ReactElement {
  const timed = useAfterFirstRun();
  const dim = useLit((store) => store.lit !== null);
  return (
    <section className={`card tasks${dim ? ' is-dim' : ''}`} aria-labelledby="tasks-title">
      <div className="card-head">
        <h2 className="eyebrow" id="tasks-title">
          Tasks and device <Stretch />
        </h2>
        <AllRows />
      </div>
      <div className="strip-columns">
        {LANES.map((lane) => (
          <Strips key={lane} lane={lane} timed={timed} />
        ))}
      </div>
      <Legends />
    </section>
  );
}

/** Renders the button that shows all tasks and devices, if there are more than fit. */
function AllRows(): ReactElement | null {
  const all = useLab((store) => store.allTasks);
  const a = useLane('a');
  const hidden = a ? hiddenRows(a.description) : 0;
  return hidden === 0 ? null : (
    <button
      type="button"
      className="link-button"
      aria-pressed={all}
      onClick={() => useLab.setState({ allTasks: !all })}
    >
      {all ? 'Show fewer' : `${hidden} more`}
    </button>
  );
}

/** Renders the legend of the strips: the colours that they currently show. */
function Legends(): ReactElement {
  useTick('tables');
  const all = useLab((store) => store.allTasks);
  const rows = LANES.flatMap((lane) => {
    const state = lab.lanes.state(lane);
    return state ? activityRows(lane, state.description, all, busyOf(state)) : [];
  });
  const kinds = { Tasks: TASK_STATES, Requests: DEVICE_STATES };
  return (
    <div className="legends">
      {Object.entries(kinds).map(([title, states]) => (
        <div key={title} className="legend-tasks">
          <strong>{title}</strong>
          <Legend
            label={`Colours of ${title.toLowerCase()}`}
            entries={shownActivities(
              states,
              rows,
              (lane) => lab.lanes.state(lane)?.strip ?? null,
            ).map(({ colour, label, pages = null }) => ({
              swatch: colour ?? 'free',
              label,
              lit: { activity: colour ?? `no-${title}`, page: pages },
            }))}
          />
        </div>
      ))}
    </div>
  );
}

function Strips({ lane, timed }: { lane: LaneId; timed: boolean }): ReactElement {
  const state = useLane(lane);
  const all = useLab((store) => store.allTasks);
  // Render again regularly: the device under load may change.
  useTick('tables');
  return (
    <div className="strips">
      {state &&
        activityRows(lane, state.description, all, busyOf(state)).map((row) => (
          <Fragment key={row.key}>
            {row.device === null ? (
              <StripRow row={row} />
            ) : (
              <DeviceRow row={row} device={row.device} state={state} timed={timed} />
            )}
          </Fragment>
        ))}
    </div>
  );
}

/** Renders a device: the senders of its requests, until the part that shows its time is loaded. */
function DeviceRow(props: {
  row: ActivityRow;
  device: number;
  state: LaneState;
  timed: boolean;
}): ReactElement {
  const { row, device, state, timed } = props;
  const part = { part: devicePart, wanted: timed, giveUp: stay };
  return (
    <>
      {!timed && <StripRow row={row} />}
      <OnDemand {...part} meanwhile={<StripRow row={row} />}>
        {({ DeviceStrip }) => <DeviceStrip row={row} state={state} />}
      </OnDemand>
      <HeadRow row={row} device={device} />
      <OnDemand {...part}>{({ DeviceRows }) => <DeviceRows row={row} state={state} />}</OnDemand>
    </>
  );
}

function Stretch(): ReactElement {
  useTick('tables');
  const strip = lab.lanes.state('a')?.strip;
  return <>· last {formatDuration(strip ? strip.toNs - strip.fromNs : 4e9)}</>;
}

function StripRow({ row }: { row: ActivityRow }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useTheme((theme) => theme.dark);
  useTick('tables');
  const { lane, row: number, states, name } = row;
  const label = `${name} (${lane.toUpperCase()})`;
  const what = describeActivity(row, lab.lanes.state(lane)?.strip ?? null);
  const lit = useLit((store) => store.lit);
  useEffect(() => {
    const ground = colourOf('page-free');
    const colours = shownColours(states, lit, ground);
    const draw = () => {
      const element = canvas.current;
      const context = element && fitCanvas(element, element.clientWidth, ROW_HEIGHT);
      if (context) {
        const strip = lab.lanes.state(lane)?.strip ?? null;
        drawStripRow(context, element.clientWidth, ROW_HEIGHT, strip, number, colours, ground);
      }
    };
    draw();
    return ticks.listen('charts', draw);
  }, [lane, number, states, dark, lit]);
  return (
    <>
      <span className="strip-label" data-task={name} tabIndex={-1} title={label}>
        {label}
      </span>
      <canvas
        ref={canvas}
        className="strip"
        role="img"
        title={`${label}: ${what}`}
        aria-label={`${label}: ${what}`}
      />
    </>
  );
}

const HEIGHT = 34;

/** Renders the requests after merging: time to the right, address upwards, coloured by sender. */
function HeadRow({ row, device }: { row: ActivityRow; device: number }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useTheme((theme) => theme.dark);
  useTick('tables');
  const { lane, states, name } = row;
  // Only flash has allocation units, and it has no head that moves.
  const flash = (lab.lanes.state(lane)?.devices?.units[device]?.[0] ?? 0) > 0;
  const summary = summarise(lab.lanes.state(lane)?.requests ?? new Float64Array(0), device);
  const text =
    summary === null
      ? 'no request'
      : `${formatCount(summary.count)} requests of ${formatCount(summary.meanKb)} kB on average; between two requests ` +
        `the ${flash ? 'address' : 'head'} moves ${formatCount(summary.medianSeek * 4)} kB (median)`;
  const lit = useLit((store) => store.lit);
  useEffect(() => {
    const colours = shownColours(states, lit, colourOf('page-free'));
    const draw = () => {
      const element = canvas.current;
      const context = element && fitCanvas(element, element.clientWidth, HEIGHT);
      const { strip, requests } = lab.lanes.state(lane) ?? {};
      if (element && context && strip && requests) {
        const size = { width: element.clientWidth, height: HEIGHT };
        drawHead(context, size, requests, device, strip, colours);
      }
    };
    draw();
    return ticks.listen('charts', draw);
  }, [lane, device, states, dark, lit]);
  return (
    <>
      <span className="strip-label head-label">{flash ? 'address' : 'head'}</span>
      <canvas
        ref={canvas}
        className="strip head-strip"
        role="img"
        title={`${name} (${lane.toUpperCase()}): ${text}. Low block numbers are at the bottom.`}
        aria-label={`${flash ? 'Addresses' : 'Head'} of ${name} (${lane.toUpperCase()}): ${text}`}
      />
    </>
  );
}

/** Returns the colours by the engine's number of the state, as `#rrggbb`; null for the background. */
function shownColours(
  states: readonly Activity[],
  lit: Lit | null,
  ground: string,
): (string | null)[] {
  return states.map((activity) => {
    const colour = activity.colour && colourOf(activity.colour);
    return colour && !isLit(lit, activity) ? faded(colour, ground) : colour;
  });
}
