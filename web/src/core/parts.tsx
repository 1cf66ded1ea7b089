/**
 * Parts of the page that are fetched when somebody asks for them: each feature says what its own are. And commands: what one
 * feature may ask of another that it does not know. Who can do it offers it; who wants it says so.
 */
import { useEffect, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';

import { loadDocuments } from '../engine/documents.ts';
import { useLab } from './lab/store.ts';

/** Modules of a part, with their styles: fetched once, whoever asks. */
export class Part<M> {
  /** What it is called where it cannot be fetched: begins a sentence. */
  readonly name: string;
  readonly #fetch: () => Promise<M>;
  readonly #listeners = new Set<() => void>();
  #fetching: Promise<M> | null = null;
  #module: M | null = null;

  constructor(name: string, fetch: () => Promise<M>) {
    this.name = name;
    this.#fetch = fetch;
  }

  /** The module; null until it is there. */
  get module(): M | null {
    return this.#module;
  }

  /** Calls back once it is there; the answer ends that. */
  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Fetches it, if it is not there; who asks after a failure tries again. */
  load(): Promise<M> {
    this.#fetching ??= this.#begin();
    return this.#fetching;
  }

  async #begin(): Promise<M> {
    try {
      await retryStyles();
      this.#module = await this.#fetch();
    } catch (error) {
      this.#fetching = null;
      throw error;
    }
    this.#listeners.forEach((listener) => listener());
    return this.#module;
  }
}

/** Fetches a part for somebody who waits for it; tells them, and gives null, if that cannot be done. */
export async function ask<M>(part: Part<M>): Promise<M | null> {
  try {
    return await part.load();
  } catch {
    const problem = 'The server does not answer, or has another version of this page by now';
    const fix = 'Try again, or reload the page: scenario, switches and moment are kept';
    useLab.setState({
      notice: {
        tone: 'bad',
        title: `${part.name} could not be fetched`,
        problems: [{ field: '', problem, fix }],
        reload: true,
      },
    });
    return null;
  }
}

/** An import asks for a style sheet once only, and takes one that failed for there: it is put in again. */
async function retryStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"].failed');
  await Promise.all(
    [...links].map(
      (link) =>
        new Promise((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.classList.remove('failed');
          again.addEventListener('load', resolve);
          again.addEventListener('error', reject);
          link.replaceWith(again);
        }),
    ),
  );
}

// Errors of links do not bubble, but they can be captured.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') {
      target.classList.add('failed');
    }
  },
  { capture: true },
);

interface OnDemandProps<M> {
  part: Part<M>;
  wanted: boolean;
  /** Takes the wish back where it cannot be fulfilled; the person has been told. The same function each time. */
  giveUp: () => void;
  /** What stands there until it has come. */
  meanwhile?: ReactNode;
  children: (module: M) => ReactNode;
}

/** The part, once it is wanted and there: at once if it was fetched before. */
export function OnDemand<M>(props: OnDemandProps<M>): ReactElement | null {
  const { part, wanted, giveUp, meanwhile = null, children } = props;
  const module = useSyncExternalStore(part.listen, () => part.module);
  useEffect(() => {
    if (wanted) {
      void ask(part).then((found) => found ?? giveUp());
    }
  }, [part, wanted, giveUp]);
  if (!wanted) {
    return null;
  }
  return <>{module === null ? meanwhile : children(module)}</>;
}

/** Fetched at once for who comes by a link, later for everybody. */
export const documentsPart = new Part('The code for links', () => loadDocuments());

/** What can be asked for. */
type Command =
  'tour' | 'plain-words' | 'slow-motion' | 'report' | 'scenario-form' | 'scenario-json';

const offered = new Map<Command, () => void>();
/** What was asked for before anybody offered it. */
const wanted = new Set<Command>();

/** Offers to do what is asked for, and does it if it was asked for before. */
export function offer(command: Command, run: () => void): void {
  offered.set(command, run);
  if (wanted.delete(command)) {
    run();
  }
}

/** Asks for it. Where the part that can do it is still being fetched, it is done as soon as that is there. */
export function request(command: Command): void {
  const run = offered.get(command);
  if (run) {
    run();
  } else {
    wanted.add(command);
  }
}
