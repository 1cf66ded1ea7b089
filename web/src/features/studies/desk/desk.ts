/** Plans studies, and has their results: all that takes long is done here, in a worker of its own. */
import type { Study, StudyResult } from '../../../engine/generated/scenario.ts';
import { Studies } from '../../../engine/pkg/runs.js';
import type { KeptRun } from './kept-runs.ts';
import type { Checked, Compared, Opened, Question, Questions, StudyJob } from './protocol.ts';

/** Where runs are kept. */
export interface RunStore {
  get: (keys: readonly string[]) => Promise<(KeptRun | undefined)[]>;
  put: (key: string, run: KeptRun) => Promise<void>;
}

/** A planned study. */
interface Plan {
  studies: Studies;
  stored: boolean;
  keys: readonly string[];
  /** By run: whether its result is there. */
  done: boolean[];
}

/** The open study, and the one that was checked last. */
export class Desk {
  readonly #kept: RunStore;
  #open: Plan | null = null;
  #checked: Studies | null = null;
  /** Wall times of the runs that this browser has carried out, by their keys. */
  readonly #ms = new Map<string, number>();

  constructor(kept: RunStore) {
    this.#kept = kept;
  }

  /** Answers a question; throws what the engine refuses. */
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
    const plan: Plan = { studies, stored, keys, done: keys.map(() => false) };
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
      runMs: this.#runMs(keys),
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
      runMs: this.#runMs(keys),
    };
  }

  /** What is kept of the runs with all measures that the study wants. */
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

  #runMs(keys: readonly string[]): number | null {
    const known = keys.map((key) => this.#ms.get(key)).filter((ms) => ms !== undefined);
    // The first run of a worker takes longer: its engine is made ready.
    return known.sort((one, other) => one - other)[Math.floor(known.length / 2)] ?? null;
  }

  #jobs(after: number, most: number): StudyJob[] {
    const { studies, done } = this.#present();
    const jobs: StudyJob[] = [];
    for (let run = after + 1; run < done.length && jobs.length < most; run += 1) {
      if (!done[run]) {
        jobs.push(jobOf(studies, run));
      }
    }
    return jobs;
  }

  #firstJob(): StudyJob | null {
    const studies = this.#checked;
    return studies && studies.run_count() > 0 ? jobOf(studies, 0) : null;
  }

  #sample(skip: number, most: number): StudyJob[] {
    const { studies, keys } = this.#present();
    // A digest says nothing of its run: in their order runs are drawn as by lot, and everywhere the same.
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
    // The study may be another one by now, and one may be planned anew: what counts is the run.
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

/** The link; a study that is too large has none. */
function linkOf(studies: Studies): string | null {
  try {
    return studies.link();
  } catch {
    return null;
  }
}

/** Gives a result to the study; what is no result was damaged in the database, and the run is carried out again. */
function taken(studies: Studies, run: number, result: string): boolean {
  try {
    studies.take(run, result);
    return true;
  } catch {
    return false;
  }
}
