/** Carries out the runs of the study that is shown, and shows partial results. */
import type { RunWorker } from '../../core/runs/pool.ts';
import { problemsOf } from '../../engine/problems.ts';
import { Carrying, Probe } from './carrying.ts';
import type { Checked, DeskClient, Opened, RunTime, StudyJob } from './desk/client.ts';
import { keepOwn, noteProgress } from './library.ts';
import { RUNNING_KEY, setTabValue, tabValue, useStudies } from './store.ts';
import { withRun } from './words.ts';

/** Number of runs of a stored result that are computed again at a time. */
export const SAMPLE = 5;
/**
 * Minimum interval between updates of the partial results. The pause is also at least ten times the length of an
 * update.
 */
const SHOW_EVERY_MS = 1000;
const SHOW_SHARE = 10;

/** The runs of one study at a time. */
export class StudyRuns {
  protected desk: DeskClient | null = null;
  protected makeWorker: (() => RunWorker) | null = null;
  /** Counts the studies that were opened, so that late answers about an earlier study are dropped. */
  protected opening = 0;
  #carrying: Carrying | null = null;
  #probe: Probe | null = null;
  /** Results that are being stored. */
  readonly #keeping = new Set<Promise<void>>();
  /** Whether an update of the partial results is planned, or was made a moment ago. */
  #showing = false;

  /** Validates a study that is being written, and counts its runs. */
  check(document: string): Promise<Checked> {
    if (!this.desk) {
      return Promise.reject(new Error('The engine is not loaded yet.'));
    }
    return this.desk.ask('check', { document });
  }

  /** Carries out the first run of the last checked study to measure how long it takes. */
  async timeOne(): Promise<RunTime | null> {
    this.#probe?.stop();
    const job = this.#carrying ? null : ((await this.desk?.ask('firstJob', {})) ?? null);
    if (!job || !this.makeWorker || this.#carrying) {
      return null;
    }
    const probe = new Probe(this.makeWorker);
    this.#probe = probe;
    const time = await probe.time(job, (result, ms) => void this.#keep(job, result, ms));
    this.#probe = null;
    return time;
  }

  /** Measures how long a run of the study takes, unless its runs have begun. */
  async estimate(document: string): Promise<void> {
    await this.check(document).catch(() => null);
    const runTime = await this.timeOne();
    if (runTime && useStudies.getState().study?.document === document) {
      useStudies.setState((state) => ({ runTime: state.runTime ?? runTime }));
    }
  }

  /** Carries out the runs that have no result yet. */
  run(): void {
    const { study, work } = useStudies.getState();
    const desk = this.desk;
    if (!study || study.stored || !desk || work) {
      return;
    }
    useStudies.setState({ failures: new Map() });
    setTabValue(RUNNING_KEY, study.link);
    if (study.gallery === null && study.link !== null) {
      // Add the study to the visitor's own studies, so that a visitor who leaves before it ends can find it again.
      keepOwn({ title: study.study.title, document: study.document, link: study.link });
    }
    this.#carry('study', study.runs - study.done, {
      fetch: (after, most) => desk.ask('jobs', { after: after?.run ?? -1, most }),
      done: (job, result, ms) => this.#keeps(this.#keep(job, result, ms)),
    });
  }

  /** Computes some runs of a stored result again: the next ones in the order of their digests. */
  async sample(): Promise<void> {
    const { study, work, compared } = useStudies.getState();
    const desk = this.desk;
    if (!study?.stored || !desk || work) {
      return;
    }
    const jobs = await desk.ask('sample', { skip: compared.length, most: SAMPLE });
    let left = jobs;
    this.#carry('sample', jobs.length, {
      fetch: () => {
        const next = left;
        left = [];
        return Promise.resolve(next);
      },
      done: (job, result, ms) => {
        void desk.ask('compare', { run: job.run, result }).then((answer) => {
          useStudies.setState((state) => ({ compared: [...state.compared, answer] }));
        });
        this.#keeps(this.#keep(job, result, ms));
      },
    });
  }

  #carry(
    kind: 'study' | 'sample',
    all: number,
    how: {
      fetch: (after: StudyJob | null, most: number) => Promise<StudyJob[]>;
      done: (job: StudyJob, result: string, ms: number) => void;
    },
  ): void {
    if (!this.makeWorker || all === 0) {
      return;
    }
    this.#probe?.stop();
    const opening = this.opening;
    const fetch = (after: StudyJob | null, most: number) =>
      how.fetch(after, most).catch((error: unknown) => {
        this.#fail(-1, problemsOf(error)[0]?.problem ?? '');
        return [];
      });
    this.#carrying = new Carrying(kind, all, this.makeWorker, {
      ...how,
      fetch,
      failed: ({ run, name }, message) =>
        this.#fail(run, name === '' ? message : `${name}: ${message}`),
      tell: (work) => useStudies.setState({ work }),
      over: () => void this.#over(opening),
    });
  }

  /** Shows the end of the runs once the last results are stored: before, the study would look as if it was stopped. */
  async #over(opening: number): Promise<void> {
    this.#carrying = null;
    setTabValue(RUNNING_KEY, null);
    await Promise.allSettled([...this.#keeping]);
    if (opening === this.opening && this.#carrying === null) {
      useStudies.setState({ work: null });
      noteShown();
      void this.#showOutcome(opening);
    }
  }

  #fail(run: number, message: string): void {
    useStudies.setState(({ failures }) => ({ failures: new Map(failures).set(run, message) }));
  }

  /** Stops the runs; results so far are kept. */
  cancel(): void {
    this.#probe?.stop();
    this.#carrying?.cancel();
    const opening = this.opening;
    if (this.#carrying) {
      noteShown();
      setTabValue(RUNNING_KEY, null);
      void this.#showOutcome(opening);
    }
    this.#carrying = null;
    useStudies.setState({ work: null });
  }

  /** Stops the runs because the visitor leaves the page; they continue when the visitor returns. */
  leavePage(): void {
    this.#probe?.stop();
    if (this.#carrying) {
      noteShown();
      this.#carrying.cancel();
    }
    this.#carrying = null;
    useStudies.setState({ work: null });
  }

  /** Continues the runs, if any, when the browser shows the page again from its back/forward cache. */
  comeBack(): void {
    const { study } = useStudies.getState();
    if (study && this.wasRunning(study)) {
      this.run();
    }
  }

  /** Remembers that a result is being stored. */
  #keeps(keeping: Promise<void>): void {
    this.#keeping.add(keeping);
    void keeping.finally(() => this.#keeping.delete(keeping));
  }

  async #keep(job: StudyJob, result: string, ms: number): Promise<void> {
    const opening = this.opening;
    const answer = await this.desk?.ask('keep', { job, result, ms });
    if (answer && opening === this.opening) {
      useStudies.setState(({ study, runTime }) => ({
        study: study && !study.stored ? { ...study, done: answer.done } : study,
        runTime: withRun(runTime, ms),
      }));
      // The last result is stored only after all runs have ended, so record the progress again.
      if (!this.#carrying) {
        noteShown();
      }
      this.#soon(opening);
    }
  }

  /** Updates the partial results soon, at a limited rate. */
  #soon(opening: number): void {
    if (this.#showing) {
      return;
    }
    this.#showing = true;
    const show = async () => {
      const sinceMs = performance.now();
      await this.#showOutcome(opening);
      // Computing the results of a large study takes a while; the pause leaves the worker time for other work.
      const rest = (performance.now() - sinceMs) * SHOW_SHARE;
      setTimeout(() => {
        this.#showing = false;
      }, rest);
    };
    setTimeout(() => void show(), SHOW_EVERY_MS);
  }

  async #showOutcome(opening: number): Promise<void> {
    const outcome = await this.desk?.ask('outcome', {}).catch(() => null);
    if (outcome && opening === this.opening) {
      useStudies.setState(({ study }) => ({ study: study && { ...study, outcome } }));
    }
  }

  /** Whether the study's runs were in progress when the visitor left the page. */
  protected wasRunning({ link, stored, done, runs }: Opened): boolean {
    return !stored && done < runs && link !== null && tabValue(RUNNING_KEY) === link;
  }
}

/** Records the progress of the study that is shown in the list of own studies. */
function noteShown(): void {
  const { study } = useStudies.getState();
  if (study && !study.stored) {
    noteProgress(study.link, study.done, study.runs);
  }
}
