/**
 * Plans studies and manages their results; runs in its own worker, because this takes long. Results of runs are stored
 * in this browser's database, so that no run is computed twice.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

import type { Study, StudyResult } from '../../../engine/generated/scenario.ts';
import { Studies } from '../../../engine/pkg/runs.js';
import type {
  Checked,
  Compared,
  Opened,
  Question,
  Questions,
  RunTime,
  StudyJob,
} from './client.ts';
import { orderOf } from './order.ts';

/** Stores the results of runs. */
export interface RunStore {
  get: (keys: readonly string[]) => Promise<(KeptRun | undefined)[]>;
  put: (key: string, run: KeptRun) => Promise<void>;
}

/** A planned study. */
interface Plan {
  studies: Studies;
  stored: boolean;
  keys: readonly string[];
  /** The runs in the order of their execution. */
  order: readonly number[];
  /** The lane or lanes of each run; empty if the study has one lane. */
  lanes: ReadonlyMap<number, string>;
  /** For each run, whether it has a result. */
  done: boolean[];
}

/** The open study, and the one checked last. */
export class Desk {
  readonly #kept: RunStore;
  #open: Plan | null = null;
  #checked: Studies | null = null;
  /** Wall times of the runs that this browser has carried out, by key. */
  readonly #ms = new Map<string, number>();

  constructor(kept: RunStore) {
    this.#kept = kept;
  }

  /** Answers a question; throws if the engine refuses it. */
  answer<Q extends Question>(
    question: Q,
    ask: Questions[Q]['ask'],
  ): Questions[Q]['answer'] | Promise<Questions[Q]['answer']> {
    return this.#answers[question](ask);
  }

  readonly #answers: {
    [Q in Question]: (
      ask: Questions[Q]['ask'],
    ) => Questions[Q]['answer'] | Promise<Questions[Q]['answer']>;
  } = {
    open: ({ document }) => this.#opened(new Studies(document), false),
    openResult: ({ text }) => this.#opened(Studies.from_result(text), true),
    check: ({ document }) => this.#check(document),
    readLink: ({ link }) => Studies.read_link(link),
    jobs: ({ after, most }) => this.#jobs(after, most),
    firstJob: () => this.#firstJob(),
    sample: ({ skip, most }) => this.#sample(skip, most),
    compare: ({ run, result }) => this.#compare(run, result),
    keep: ({ job, result, ms }) => this.#keep(job, result, ms),
    outcome: () => outcomeOf(this.#present().studies),
    text: ({ format }) => {
      const { studies } = this.#present();
      return format === 'json' ? studies.result() : studies.csv();
    },
  };

  #present(): Plan {
    if (!this.#open) {
      throw new Error('No study is open.');
    }
    return this.#open;
  }

  async #opened(studies: Studies, stored: boolean): Promise<Opened> {
    const keys = keysOf(studies);
    const outcome = outcomeOf(studies);
    const [order, lanes] = [orderOf(outcome), lanesOf(outcome)];
    const plan: Plan = { studies, stored, keys, order, lanes, done: keys.map(() => false) };
    if (stored) {
      keys.forEach((_, run) => {
        plan.done[run] = studies.run_digest(run) !== undefined;
      });
    } else {
      const found = await this.#known(studies, keys);
      found.forEach((result, run) => {
        plan.done[run] = result !== null && taken(studies, run, result);
      });
    }
    this.#open?.studies.free();
    this.#open = plan;
    const document = studies.document();
    return {
      study: JSON.parse(document) as Study,
      document,
      link: linkOf(studies),
      stored,
      runs: keys.length,
      done: plan.done.filter(Boolean).length,
      runTime: this.#runTime(keys),
      outcome: outcomeOf(studies),
    };
  }

  async #check(document: string): Promise<Checked> {
    const studies = new Studies(document);
    this.#checked?.free();
    this.#checked = studies;
    const keys = keysOf(studies);
    const found = await this.#known(studies, keys);
    const { points, left_out: impossible } = outcomeOf(studies);
    const own = studies.document();
    return {
      study: JSON.parse(own) as Study,
      document: own,
      link: linkOf(studies),
      points: points.length,
      impossible: impossible.length,
      runs: keys.length,
      done: found.filter((result) => result !== null).length,
      runTime: this.#runTime(keys),
    };
  }

  /** Returns the stored result of each run; null if there is none, or if it lacks a measure of the study. */
  async #known(studies: Studies, keys: readonly string[]): Promise<(string | null)[]> {
    const found = await this.#kept.get(keys);
    return found.map((kept, run) => {
      const key = keys[run] ?? '';
      if (!kept) {
        return null;
      }
      this.#ms.set(key, kept.ms);
      const all = studies.run_measures(run).every((name) => kept.measures.includes(name));
      return all ? kept.result : null;
    });
  }

  #runTime(keys: readonly string[]): RunTime | null {
    const known = keys.map((key) => this.#ms.get(key)).filter((ms) => ms !== undefined);
    // The mean, not the median: only the mean gives the time of all runs together.
    const sum = known.reduce((total, ms) => total + ms, 0);
    return known.length === 0 ? null : { ms: sum / known.length, runs: known.length, more: false };
  }

  #jobs(after: number, most: number): StudyJob[] {
    const { studies, order, lanes, done } = this.#present();
    return order
      .slice(order.indexOf(after) + 1)
      .filter((run) => !done[run])
      .slice(0, most)
      .map((run) => ({ ...jobOf(studies, run), name: nameIn(lanes, studies, run) }));
  }

  #firstJob(): StudyJob | null {
    const studies = this.#checked;
    return studies && studies.run_count() > 0 ? jobOf(studies, 0) : null;
  }

  #sample(skip: number, most: number): StudyJob[] {
    const { studies, keys } = this.#present();
    // A digest is independent of its run's parameters, so this order is as good as random, and the same everywhere.
    const digests = keys.flatMap((_, run) => {
      const digest = studies.run_digest(run);
      return digest === undefined ? [] : [{ run, digest }];
    });
    digests.sort((one, other) => (one.digest < other.digest ? -1 : 1));
    return digests.slice(skip, skip + most).map(({ run }) => jobOf(studies, run));
  }

  #compare(run: number, result: string): Compared {
    const stored = this.#present().studies.run_result(run) ?? '{}';
    const digestOf = (text: string) => (JSON.parse(text) as { digest?: string }).digest ?? '';
    const [digest, here] = [digestOf(stored), digestOf(result)];
    return { run, digest, here, same: stored === result };
  }

  async #keep(job: StudyJob, result: string, ms: number): Promise<{ done: number }> {
    this.#ms.set(job.key, ms);
    const plan = this.#open;
    // The study may have been replaced or planned anew meanwhile, so compare the key of the run.
    if (plan && !plan.stored && plan.keys[job.run] === job.key && !plan.done[job.run]) {
      plan.done[job.run] = taken(plan.studies, job.run, result);
    }
    await this.#kept.put(job.key, { measures: job.measures, result, ms });
    return { done: plan?.done.filter(Boolean).length ?? 0 };
  }
}

function keysOf(studies: Studies): string[] {
  return Array.from({ length: studies.run_count() }, (_, run) => studies.run_key(run) ?? '');
}

/** Returns the lanes whose runs these are, if the study has two. */
function lanesOf({ points }: StudyResult): Map<number, string> {
  const [ofA, ofB] = [points.flatMap((it) => it.runs_a), points.flatMap((it) => it.runs_b)];
  if (ofA.length === 0 || ofB.length === 0) {
    return new Map();
  }
  const shared = new Set(ofA);
  return new Map([
    ...ofA.map((run) => [run, 'A'] as const),
    ...ofB.map((run) => [run, shared.has(run) ? 'A and B' : 'B'] as const),
  ]);
}

/** Returns the name of a run: its lane, combination and seed. */
function nameIn(lanes: Plan['lanes'], studies: Studies, run: number): string {
  const [lane, name] = [lanes.get(run), studies.run_name(run) ?? ''];
  return lane === undefined ? name : `${lane}: ${name}`;
}

function jobOf(studies: Studies, run: number): StudyJob {
  return {
    run,
    key: studies.run_key(run) ?? '',
    name: studies.run_name(run) ?? '',
    document: studies.run_document(run) ?? '',
    measures: studies.run_measures(run),
  };
}

function outcomeOf(studies: Studies): StudyResult {
  return JSON.parse(studies.outcome()) as StudyResult;
}

/** Returns the link; null if the study is too large for one. */
function linkOf(studies: Studies): string | null {
  try {
    return studies.link();
  } catch {
    return null;
  }
}

/**
 * Passes the result of a run to the study. Returns false if the result is damaged; the run is then carried out again.
 */
function taken(studies: Studies, run: number, result: string): boolean {
  try {
    studies.take(run, result);
    return true;
  } catch {
    return false;
  }
}

/** The stored data of a run. */
export interface KeptRun {
  /** The measures that were computed. One may have no value, if there was nothing to measure. */
  measures: readonly string[];
  /** Digest and values, as JSON. */
  result: string;
  /** Wall time, milliseconds. */
  ms: number;
}

interface Schema extends DBSchema {
  runs: { key: string; value: KeptRun };
}

const DATABASE = 'reclaim-lab.studies';

/** Returns the key in the database: it starts with the build and a space. */
const keyOf = (build: string, run: string) => `${build} ${run}`;

/** The ASCII character after the space: it ends the range of this build's keys. */
const AFTER = '!';

/**
 * Stores runs by key for one build of the engine; runs of other builds are deleted. If the database is disabled or
 * full, runs last until the page is closed, and the user is told once.
 */
export class KeptRuns {
  readonly #build: string;
  readonly #tell: (sentence: string) => void;
  readonly #memory = new Map<string, KeptRun>();
  readonly #database: Promise<IDBPDatabase<Schema> | null>;
  #told = false;

  constructor(build: string, tell: (sentence: string) => void) {
    this.#build = build;
    this.#tell = tell;
    this.#database = this.#open();
  }

  /** Returns the stored data of these runs; undefined for a run without data. */
  async get(keys: readonly string[]): Promise<(KeptRun | undefined)[]> {
    const database = await this.#database;
    const own = keys.map((key) => this.#memory.get(key));
    if (!database) {
      return own;
    }
    try {
      const { store } = database.transaction('runs');
      const found = keys.map((key) => store.get(keyOf(this.#build, key)));
      return (await Promise.all(found)).map((run, at) => own[at] ?? checked(run));
    } catch {
      this.#tellOnce(UNREADABLE);
      return own;
    }
  }

  async put(key: string, run: KeptRun): Promise<void> {
    const database = await this.#database;
    try {
      if (!database) {
        throw new Error('There is no database');
      }
      const { store, done } = database.transaction('runs', 'readwrite', { durability: 'relaxed' });
      await Promise.all([store.put(run, keyOf(this.#build, key)), done]);
    } catch {
      this.#memory.set(key, run);
      this.#tellOnce(database ? FULL : FORBIDDEN);
    }
  }

  async #open(): Promise<IDBPDatabase<Schema> | null> {
    try {
      const database = await openDB<Schema>(DATABASE, 1, {
        upgrade: (fresh) => {
          fresh.createObjectStore('runs');
        },
      });
      const build = `${this.#build} `;
      await database.delete('runs', IDBKeyRange.upperBound(build, true));
      await database.delete('runs', IDBKeyRange.lowerBound(this.#build + AFTER));
      return database;
    } catch {
      return null;
    }
  }

  #tellOnce(sentence: string): void {
    if (!this.#told) {
      this.#told = true;
      this.#tell(sentence);
    }
  }
}

const FULL =
  'The storage of this browser is full, so results of further runs are lost when you close the page. Save the result as a file.';
const FORBIDDEN =
  'This browser blocks the database of this page, so results are lost when you close the page. Save the result as a file.';
const UNREADABLE =
  'Results saved in this browser could not be read. The runs will be computed again.';

/** Validates a record: other code may have written to this browser's database. */
function checked(run: unknown): KeptRun | undefined {
  if (typeof run !== 'object' || run === null) {
    return undefined;
  }
  const { measures, result, ms } = run as Partial<KeptRun>;
  const sound = Array.isArray(measures) && typeof result === 'string' && typeof ms === 'number';
  return sound ? { measures, result, ms } : undefined;
}
