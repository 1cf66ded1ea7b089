/**
 * Parts of the page that are loaded on demand; each feature declares its own. Also commands, with which one feature
 * calls another without importing it: the called feature offers a command, and the caller requests it.
 */
import { useEffect, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';

import { loadDocuments } from '../engine/documents.ts';
import { useLab } from './lab/store.ts';

/** The modules of a part, with their styles: loaded only once, at the first request. */
export class Part<M> {
  /** The name in the message that the part cannot be loaded; it begins a sentence. */
  readonly name: string;
  readonly #fetch: () => Promise<M>;
  readonly #listeners = new Set<() => void>();
  #fetching: Promise<M> | null = null;
  #module: M | null = null;

  constructor(name: string, fetch: () => Promise<M>) {
    this.name = name;
    this.#fetch = fetch;
  }

  /** The module; null until it is loaded. */
  get module(): M | null {
    return this.#module;
  }

  /** Calls back once the module is loaded; returns a function that unsubscribes. */
  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads the module if it is not loaded yet; a call after a failure tries again. */
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

/** Loads a part that the user has asked for. If that fails, shows a message and returns null. */
export async function ask<M>(part: Part<M>): Promise<M | null> {
  try {
    return await part.load();
  } catch {
    const problem = 'The server does not respond, or it now has another version of this page';
    const fix = 'Try again, or reload the page: scenario, switches and time are kept';
    useLab.setState({
      notice: {
        tone: 'bad',
        title: `${part.name} could not be loaded`,
        problems: [{ field: '', problem, fix }],
        reload: true,
      },
    });
    return null;
  }
}

/** Replaces style sheets that failed to load: an import requests a sheet only once, even if it failed. */
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

// Errors of links do not bubble, but can be captured.
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
  /** Resets `wanted` when the part cannot be loaded; the user has seen the message. Must be a stable function. */
  giveUp: () => void;
  /** Rendered until the part is loaded. */
  meanwhile?: ReactNode;
  children: (module: M) => ReactNode;
}

/** Renders the part once it is wanted and loaded: at once if it was loaded before. */
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

/** The documents module: loaded at once if the address has a link, otherwise later. */
export const documentsPart = new Part('The code for links', () => loadDocuments());

type Command =
  'tour' | 'plain-words' | 'slow-motion' | 'report' | 'scenario-form' | 'scenario-json';

const offered = new Map<Command, () => void>();
/** Commands that were requested before any part offered them. */
const wanted = new Set<Command>();

/** Registers the handler of a command, and calls it if the command was requested before. */
export function offer(command: Command, run: () => void): void {
  offered.set(command, run);
  if (wanted.delete(command)) {
    run();
  }
}

/** Requests a command. If the part that offers it is still loading, the command runs once it is loaded. */
export function request(command: Command): void {
  const run = offered.get(command);
  if (run) {
    run();
  } else {
    wanted.add(command);
  }
}
