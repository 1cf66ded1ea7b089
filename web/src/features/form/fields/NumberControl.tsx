/** The control of a number field: a text that becomes the value once it is a number within the range. */
import { useEffect, useRef, type KeyboardEvent, type ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import { dropTyped, keepTyped, useEditor } from '../store.ts';
import type { ControlProps } from './FieldRow.tsx';

/** Wall time without a key press, after which the value is applied. */
const REST_MS = 700;

/** The numbers that a field takes. */
interface Range {
  min: number;
  max: number;
  unit: string;
  /** Why there is no smaller and no larger number; empty if there is nothing to say. */
  whyMin: string;
  whyMax: string;
}

interface NumberControlProps {
  /** Place of the field in the document. */
  name: string;
  control: ControlProps;
  value: number | null;
  range: Range;
  /** Whether the field may be empty. */
  optional: boolean;
  /** Shown while the field is empty. */
  placeholder: string;
  onChange: (value: number | null) => void;
}

export function NumberControl(props: NumberControlProps): ReactElement {
  const { name, control, value, range, optional, placeholder, onChange } = props;
  const { min, max } = range;
  const typed = useEditor((state) => state.typed[name]?.text ?? null);
  const timer = useRef(0);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      dropTyped(name);
    },
    [name],
  );
  // Undo, for example, replaces the value: what was typed before is out of date.
  useEffect(() => {
    const kept = useEditor.getState().typed[name];
    if (kept && numberOf(kept.text) !== value) {
      dropTyped(name);
    }
  }, [name, value]);
  const shown = value === null ? '' : formatCount(value);

  /** Applies a text, or refuses it; once typing has `ended`, the field shows the value or the refused text. */
  const take = (text: string, ended: boolean) => {
    window.clearTimeout(timer.current);
    const wanted = numberOf(text);
    if (wanted === null && !optional) {
      if (ended) {
        dropTyped(name);
      }
      return;
    }
    const refused = wanted === null ? '' : whyNot(wanted, range);
    if (refused === '' && ended) {
      dropTyped(name);
    } else {
      keepTyped(name, { text, refused });
    }
    if (refused === '' && wanted !== value) {
      onChange(wanted);
    }
  };
  const type = (text: string) => {
    // The last verdict stays until there is another one, so that the lines below do not jump with each key.
    const refused = useEditor.getState().typed[name]?.refused ?? '';
    keepTyped(name, { text, refused });
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      const kept = useEditor.getState().typed[name];
      if (kept) {
        take(kept.text, false);
      }
    }, REST_MS);
  };
  const key = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      const from = numberOf(typed ?? shown) ?? min;
      const base = Number.isNaN(from) ? (value ?? min) : from;
      type(String(Math.min(max, Math.max(min, base + by))));
    } else if (event.key === 'Enter') {
      take(typed ?? shown, true);
    } else if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation();
      window.clearTimeout(timer.current);
      dropTyped(name);
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

/** Parses a whole number, which may have commas; null for an empty text, not a number for any other. */
function numberOf(text: string): number | null {
  const plain = text.replaceAll(/[,\s]/g, '');
  return plain === '' ? null : /^-?\d+$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Says why a number cannot be the value; empty if it can. */
function whyNot(wanted: number, { min, max, unit, whyMin, whyMax }: Range): string {
  if (Number.isNaN(wanted)) {
    return 'Enter a whole number.';
  }
  const limit = (word: string, value: number, why: string) =>
    `${word} ${formatCount(value)}${unit === '' ? '' : ` ${unit}`}${why === '' ? '' : `: ${why}`}.`;
  if (wanted < min) {
    return limit('At least', min, whyMin);
  }
  return wanted > max ? limit('At most', max, whyMax) : '';
}
