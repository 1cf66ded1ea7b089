/**
 * A picture on the page. A text below the picture describes the selected mark; arrow keys select another mark, Enter
 * opens its combination.
 */
import { memo, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';

import { textOf, type Box, type Drawing, type Mark } from './drawing.tsx';
import { OPENS_AT } from '../route.ts';
import type { Palette } from './values.ts';

/**
 * Index of the selected mark. It is a store, so that pointing at one of thousands of marks renders only two of them
 * again.
 */
type Chosen = StoreApi<{ at: number; pointed: boolean }>;

interface PlotProps {
  drawing: Drawing;
  palette: Palette;
  openPoint: (point: number) => void;
}

const DIRECTIONS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Renders the picture and the description. */
export function Plot({ drawing, palette, openPoint }: PlotProps): ReactElement {
  const { width, height, label, under, marks, over } = drawing;
  const [chosen] = useState<Chosen>(() => createStore(() => ({ at: 0, pointed: false })));
  const group = useRef<SVGGElement>(null);
  /** The mark that was selected before the touch. */
  const before = useRef<number | null>(null);
  const help = useId();
  const choose = (at: number) => chosen.setState({ at, pointed: true });
  const current = () => Math.min(chosen.getState().at, marks.length - 1);
  const open = (at: number) => {
    const point = marks[at]?.point ?? null;
    if (point !== null) {
      openPoint(point);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    const ends: Record<string, number> = { Home: 0, End: marks.length - 1 };
    const to = direction ? stepFrom(marks, current(), direction) : ends[event.key];
    if (to !== undefined) {
      event.preventDefault();
      choose(to);
      group.current?.querySelector<SVGElement>(`[data-mark="${to}"]`)?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open(current());
    }
  };
  return (
    <div className="study-plot">
      <svg
        className="study-drawing"
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="group"
        aria-label={label}
        aria-describedby={help}
      >
        <g aria-hidden="true">{under}</g>
        <g
          ref={group}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            before.current =
              event.pointerType === 'touch' && !chosen.getState().pointed ? -1 : current();
          }}
          onFocus={(event) => ifMark(event.target, choose)}
          onPointerOver={(event) => {
            if (event.pointerType !== 'touch') {
              ifMark(event.target, choose);
            }
          }}
          onClick={(event) =>
            ifMark(event.target, (at) => {
              // The first touch selects a mark, the second opens it. A mouse has selected it already by pointing.
              const again = before.current === null || before.current === at;
              choose(at);
              before.current = null;
              if (again) {
                open(at);
              }
            })
          }
        >
          {marks.map((mark, at) => (
            <MarkButton key={mark.key} mark={mark} at={at} chosen={chosen} />
          ))}
        </g>
        {over !== undefined && (
          <g aria-hidden="true" pointerEvents="none">
            {over}
          </g>
        )}
        <Frame marks={marks} chosen={chosen} palette={palette} />
      </svg>
      <p id={help} className="visually-hidden">
        Arrow keys move from mark to mark; Enter opens the combination in the Lab.
      </p>
      <Readout marks={marks} chosen={chosen} openPoint={openPoint} />
    </div>
  );
}

function ifMark(target: EventTarget, then: (at: number) => void): void {
  const mark = (target as Element).closest('[data-mark]')?.getAttribute('data-mark');
  if (mark !== null && mark !== undefined) {
    then(Number(mark));
  }
}

interface MarkButtonProps {
  mark: Mark;
  at: number;
  chosen: Chosen;
}

const MarkButton = memo(function MarkButton({ mark, at, chosen }: MarkButtonProps): ReactElement {
  const reached = useStore(chosen, (state) => state.at === at);
  return (
    <g
      className={mark.point === null ? 'study-mark' : 'study-mark study-mark-opens'}
      role={mark.point === null ? 'img' : 'button'}
      tabIndex={reached ? 0 : -1}
      data-mark={at}
      aria-label={textOf(mark)}
    >
      {mark.shape}
    </g>
  );
});

interface ChosenProps {
  marks: readonly Mark[];
  chosen: Chosen;
}

/** Renders the frame around the selected mark. */
function Frame({
  marks,
  chosen,
  palette,
}: ChosenProps & { palette: Palette }): ReactElement | null {
  const { at, pointed } = useStore(chosen);
  const box = marks[at]?.box;
  if (!box || !pointed) {
    return null;
  }
  return (
    <rect
      className="study-chosen"
      x={box.x - 1}
      y={box.y - 1}
      width={box.width + 2}
      height={box.height + 2}
      rx={3}
      fill="none"
      stroke={palette.ink}
      strokeWidth={2}
      pointerEvents="none"
    />
  );
}

/** Renders the numbers of the selected mark, and the link into the Lab. */
function Readout({
  marks,
  chosen,
  openPoint,
}: ChosenProps & Pick<PlotProps, 'openPoint'>): ReactElement {
  const { at, pointed } = useStore(chosen);
  const mark = marks[at];
  if (!mark || !pointed) {
    return (
      <div className="study-readout quiet">
        Hover over a mark, or move to it with the arrow keys, to see its values.
      </div>
    );
  }
  const { title, facts, point, opens } = mark;
  return (
    <div className="study-readout">
      <p className="study-readout-title">{title}</p>
      <dl className="number">
        {facts.map(([name, value]) => (
          <div key={name}>
            {name !== '' && <dt>{name}</dt>}
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {point !== null && (
        <button
          type="button"
          className="link-button"
          title={OPENS_AT}
          onClick={() => openPoint(point)}
        >
          {opens === undefined ? 'Open in the Lab' : `Open in the Lab: ${opens}`}
        </button>
      )}
    </div>
  );
}

// Finds the mark to which an arrow key moves.

/** Directions of the arrow keys. */
type Direction = 'left' | 'right' | 'up' | 'down';

/** Cost of a distance sideways, relative to the same distance in the direction of the key. */
const ASIDE = 3;

interface Placed {
  box: Box;
}

/** Returns the index of the nearest mark in a direction; the same mark if there is none. */
export function stepFrom(marks: readonly Placed[], from: number, direction: Direction): number {
  const start = marks[from];
  if (!start) {
    return from;
  }
  const [x0, y0] = middleOf(start.box);
  let best = from;
  let least = Infinity;
  for (const [at, { box }] of marks.entries()) {
    const [x, y] = middleOf(box);
    const [dx, dy] = [x - x0, y - y0];
    const ahead = { left: -dx, right: dx, up: -dy, down: dy }[direction];
    const aside = Math.abs(direction === 'left' || direction === 'right' ? dy : dx);
    const cost = ahead + aside * ASIDE;
    if (ahead > 0.5 && cost < least) {
      best = at;
      least = cost;
    }
  }
  // Marks at the very same place would otherwise be unreachable.
  const same = direction === 'right' || direction === 'down' ? from + 1 : from - 1;
  const twin = marks[same];
  return twin && near(twin.box, start.box) ? same : best;
}

function middleOf({ x, y, width, height }: Box): [number, number] {
  return [x + width / 2, y + height / 2];
}

function near(one: Box, other: Box): boolean {
  const [[x1, y1], [x2, y2]] = [middleOf(one), middleOf(other)];
  return Math.abs(x1 - x2) <= 0.5 && Math.abs(y1 - y2) <= 0.5;
}
