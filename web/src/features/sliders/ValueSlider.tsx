/** A slider with its label and its value, which can also be typed, and buttons for single steps. */
import { useEffect, useId, useRef, useState, type ReactElement } from 'react';

import { formatCount } from '../../base/format.ts';
import './value-slider.css';

/** Wall time after the last key until the value is applied: a series of keys is one change. */
const REST_MS = 500;

interface ValueSliderProps {
  label: string;
  /** The kernel’s name of the setting; shown after the label where there is room. */
  term?: string;
  /** Names of the buttons for a step down and a step up. */
  steps: readonly [string, string];
  /** A sentence that says what the slider changes. */
  about: string;
  min: number;
  max: number;
  value: number;
  /** Describes a value. */
  textOf: (value: number) => string;
  /** What the text of the current value stands for, if it is rounded. */
  exact?: string;
  /** A remark about the current value, such as that it is the default. */
  note?: string;
  /** Why the slider cannot be moved; null if it can. */
  blocked?: string | null;
  /** Compares many values. */
  onVary?: () => void;
  onChange: (value: number) => void;
  /**
   * Applies a typed value. Returns what is wrong with it, or null. Without this function, a typed value must be a whole
   * number.
   */
  onType?: (text: string) => string | null;
}

/** Renders the slider with its label and value, and buttons for single steps. */
export function ValueSlider(props: ValueSliderProps): ReactElement {
  const {
    label,
    term,
    about,
    min,
    max,
    value,
    textOf,
    exact = '',
    note = '',
    blocked = null,
  } = props;
  const { onVary, onChange, onType } = props;
  const [less, more] = props.steps;
  const id = useId();
  const name = term === undefined ? label : `${label} (${term})`;
  const [moved, setMoved] = useState<number | null>(null);
  const [typing, setTyping] = useState<{ text: string; begun: boolean } | null>(null);
  const held = useRef(false);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  // Another slider may have changed the scenario since the last render, so call the latest handler.
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const commit = (to: number | null) => {
    window.clearTimeout(timer.current);
    held.current = false;
    setMoved(null);
    if (to !== null && to !== value) {
      latest.current(to);
    }
  };
  const move = (to: number) => {
    setMoved(to);
    window.clearTimeout(timer.current);
    if (!held.current) {
      timer.current = window.setTimeout(() => commit(to), REST_MS);
    }
  };
  const type = (typed: string): string | null => {
    if (onType) {
      return onType(typed);
    }
    const to = /^\s*\d+\s*%?\s*$/.test(typed) ? Number.parseInt(typed, 10) : Number.NaN;
    if (!(to >= min && to <= max)) {
      return `Type a whole number from ${formatCount(min)} to ${formatCount(max)}.`;
    }
    commit(to);
    return null;
  };
  const shown = moved ?? value;
  const text = blocked === null ? textOf(shown) : '–';
  const noted = moved === null && note !== '' ? `${text} (${note})` : text;
  const exactly = moved === null && exact !== '' ? `. ${exact}` : '';
  const stepButton = (name: string, sign: string, to: number) => (
    <button
      type="button"
      className="value-step"
      aria-label={name}
      title={name}
      disabled={blocked !== null || to < min || to > max}
      onClick={() => move(to)}
    >
      {sign}
    </button>
  );
  return (
    <div className="value-slider" title={blocked ?? `${about} ${name}: ${noted}${exactly}`}>
      <label htmlFor={id}>
        {label}
        {term !== undefined && <span className="value-term"> ({term})</span>}
      </label>
      {stepButton(less, '−', shown - 1)}
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
        onKeyDown={(event) => {
          if (/^\d$/.test(event.key) && !(event.ctrlKey || event.metaKey || event.altKey)) {
            event.preventDefault();
            setTyping({ text: event.key, begun: true });
          }
        }}
      />
      {stepButton(more, '+', shown + 1)}
      {typing === null ? (
        <output
          className="number"
          htmlFor={id}
          title={blocked ?? `Click to type a value${exactly}`}
          onClick={() =>
            blocked ?? setTyping({ text: text.replace(/,.*| \(.*/, ''), begun: false })
          }
        >
          {text}
        </output>
      ) : (
        <TypedValue label={label} {...typing} onType={type} onEnd={() => setTyping(null)} />
      )}
      {onVary && blocked === null && (
        <span className="value-vary-place">
          <button
            type="button"
            className="value-step value-vary"
            title={`Opens Studies with this setting varied: A and B run at many values of ${term ?? label}.`}
            onClick={onVary}
          >
            Vary…
          </button>
        </span>
      )}
      <span id={`${id}-about`} className="visually-hidden">
        {blocked ?? about}
      </span>
    </div>
  );
}

interface TypedValueProps {
  label: string;
  /** The initial text of the field. */
  text: string;
  /** Whether the user has just typed this text and may type more; otherwise the text is selected. */
  begun: boolean;
  /** Applies the text. Returns what is wrong with it, or null. */
  onType: (text: string) => string | null;
  onEnd: () => void;
}

/** Renders a field in place of a value. Enter applies the text, Escape leaves the value as it was. */
function TypedValue({ label, text, begun, onType, onEnd }: TypedValueProps): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    if (!begun) {
      field.current?.select();
    }
  }, [begun]);
  return (
    <form
      className="value-typed"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const typed = field.current?.value ?? '';
        // The initial text may be rounded, so to confirm it must not change the value.
        const wrong = !begun && typed === text ? null : onType(typed);
        field.current?.setCustomValidity(wrong ?? '');
        if (wrong === null) {
          onEnd();
        } else {
          field.current?.reportValidity();
        }
      }}
    >
      <input
        ref={field}
        type="text"
        aria-label={`${label}, typed`}
        defaultValue={text}
        autoComplete="off"
        onInput={() => field.current?.setCustomValidity('')}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            onEnd();
          }
        }}
        onBlur={onEnd}
      />
    </form>
  );
}
