/** A whole number in a range: what cannot be is not taken. */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import type { ControlProps } from './FieldRow.tsx';

/** After the last key, wall time. */
const REST_MS = 700;

interface NumberControlProps {
  control: ControlProps;
  value: number | null;
  min: number;
  max: number;
  /** Whether there may be none. */
  optional: boolean;
  /** What stands there while there is none. */
  placeholder: string;
  onChange: (value: number | null) => void;
  /** Why what was typed was not taken; empty once something is. */
  onRefused: (why: string) => void;
}

/** The control. */
export function NumberControl(props: NumberControlProps): ReactElement {
  const { control, value, min, max, optional, placeholder, onChange, onRefused } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const shown = value === null ? '' : formatCount(value);

  /** Takes what was typed; at the end of typing what is too little becomes the least. */
  const take = (text: string, ended: boolean) => {
    window.clearTimeout(timer.current);
    const digits = text.replaceAll(/\D/g, '');
    const wanted = digits === '' ? null : Number(digits);
    const low = wanted !== null && wanted < min;
    if ((low && !ended) || (wanted === null && !optional)) {
      if (ended) {
        setTyped(null);
      }
      return;
    }
    if (low) {
      onRefused(`At least ${formatCount(min)}.`);
    }
    const next = wanted === null ? null : Math.max(min, wanted);
    if (ended) {
      setTyped(null);
    }
    if (next !== value) {
      onChange(next);
    }
  };
  const type = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
    if (Number(digits) > max) {
      onRefused(`At most ${formatCount(max)}.`);
      return;
    }
    onRefused(/[^\d,\s]/.test(text) ? 'Only digits: a whole number.' : '');
    setTyped(digits);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => take(digits, false), REST_MS);
  };
  const key = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      const from = typed === null ? (value ?? min) : Number(typed);
      type(String(Math.min(max, Math.max(min, from + by))));
    } else if (event.key === 'Enter') {
      take(typed ?? shown, true);
    } else if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation();
      window.clearTimeout(timer.current);
      setTyped(null);
    }
  };
  return (
    <input
      {...control}
      type="text"
      inputMode="numeric"
      role="spinbutton"
      className="form-number"
      autoComplete="off"
      aria-valuemin={min}
      aria-valuemax={max}
      {...(value === null ? {} : { 'aria-valuenow': value })}
      placeholder={placeholder}
      value={typed ?? shown}
      onChange={(event) => type(event.target.value)}
      onKeyDown={key}
      onBlur={() => typed !== null && take(typed, true)}
    />
  );
}
