/** What every field of the form has at hand. */
import { createContext, useContext } from 'react';

import type { Problem } from '../../engine/types.ts';
import type { Path } from './paths.ts';

/** Something to choose. */
export interface Option {
  value: string;
  label: string;
}

/** The form around a field. */
export interface FormContext {
  document: unknown;
  /** What a name of this kind may be: `devices`, `kernels`. */
  options: (kind: string) => readonly Option[];
  /** Puts a value at a place; `what` says so for undo. */
  change: (path: Path, value: unknown, what: string) => void;
  problems: readonly Problem[];
  /** What is possible and unlikely, by the name of its field. */
  unlikely: ReadonlyMap<string, string>;
}

/** The form. */
export const Form = createContext<FormContext>({
  document: null,
  options: () => [],
  change: () => undefined,
  problems: [],
  unlikely: new Map(),
});

/** The form around a field. */
export function useForm(): FormContext {
  return useContext(Form);
}

/** Id of the element that shows a place of the document. */
export function idOf(name: string): string {
  return `field:${name}`;
}
