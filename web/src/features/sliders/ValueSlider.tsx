/** A slider that changes the run when it is let go, or when keys have rested. */
import { useEffect, useId, useRef, useState, type ReactElement } from 'react';

/** After the last key, wall time: a run of keys is one change. */
const REST_MS = 500;

interface ValueSliderProps {
  label: string;
  /** What it changes, in a sentence. */
  about: string;
  min: number;
  max: number;
  value: number;
  /** A value in words. */
  textOf: (value: number) => string;
  /** What is to be known of the value as it stands, such as that it is the default. */
  note?: string;
  /** Why it cannot be moved; null if it can. */
  blocked?: string | null;
  onChange: (value: number) => void;
}

/** The slider with its label and value. */
export function ValueSlider(props: ValueSliderProps): ReactElement {
  const { label, about, min, max, value, textOf, note = '', blocked = null, onChange } = props;
  const id = useId();
  const [moved, setMoved] = useState<number | null>(null);
  const held = useRef(false);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const commit = (to: number | null) => {
    window.clearTimeout(timer.current);
    held.current = false;
    setMoved(null);
    if (to !== null && to !== value) {
      onChange(to);
    }
  };
  const move = (to: number) => {
    setMoved(to);
    window.clearTimeout(timer.current);
    if (!held.current) {
      timer.current = window.setTimeout(() => commit(to), REST_MS);
    }
  };
  const shown = moved ?? value;
  const text = blocked === null ? textOf(shown) : '–';
  const noted = moved === null && note !== '' ? `${text} (${note})` : text;
  return (
    <div className="value-slider" title={blocked ?? `${about} ${label}: ${noted}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        value={shown}
        disabled={blocked !== null}
        aria-valuetext={noted}
        aria-describedby={`${id}-about`}
        onPointerDown={() => {
          held.current = true;
        }}
        onChange={(event) => move(Number(event.target.value))}
        onPointerUp={() => commit(moved)}
        onPointerCancel={() => commit(null)}
        onBlur={() => commit(moved)}
      />
      <output className="number" htmlFor={id}>
        {text}
      </output>
      <span id={`${id}-about`} className="visually-hidden">
        {blocked ?? about}
      </span>
    </div>
  );
}
