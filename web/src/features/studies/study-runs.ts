/** Carries out the runs of the study that is shown, and shows what they say so far. */
import type { RunWorker } from '../../core/runs/pool.ts';
import { tabStorage } from '../../core/storage/storage.ts';
import { problemsOf } from '../../engine/problems.ts';
import { Carrying, Probe } from './carrying.ts';
import type { Checked, DeskClient, Opened, StudyJob } from './desk/client.ts';
import { keepOwn, noteProgress } from './library.ts';
import { useStudies } from './store.ts';

/** Runs of a stored result that are computed again at once. */
export const SAMPLE = 5;
/** Partial results are shown so often at most; where they take long, they may take a tenth of the time. */
const SHOW_EVERY_MS = 1000;
const SHOW_SHARE = 10;
/** The tab's storage: the study whose runs went on when the page was left. */
const RUNNING_KEY = 'reclaim-lab.study-runs';

/** The runs of one study after the other. */
export class StudyRuns {
  protected desk: DeskClient | null = null;
  protected makeWorker: (() => RunWorker) | null = null;
  /** Counts what is opened: an answer about an earlier study comes too late. */
  protected opening = 0;
  #carrying: Carrying | null = null;
  #probe: Probe | null = null;
  /** Whether the results so far are about to be shown, or were a moment ago. */
  #showing = false;

  /** Plans a study that somebody writes. */
  check(document: string): Promise<Checked> {
    if (!this.desk) {
      return Promise.reject(new Error('The engine is not loaded yet.'));
    }
    return this.desk.ask('check', { document });
  }

  /** Carries out the first run of the study that was checked last, to see how long it takes. */
  async timeOne(): Promise<{ ms: number; more: boolean } | null> {
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

  /** Sees how long a run of the study takes, unless its runs have begun. */
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
      // Who leaves while it runs finds it in the list.
      keepOwn({ title: study.study.title, document: study.document, link: study.link });
    }
    this.#carry('study', study.runs - study.done, {
      fetch: (after, most) => desk.ask('jobs', { after: after?.run ?? -1, most }),
      done: (job, result, ms) => void this.#keep(job, result, ms),
    });
  }

  /** Computes some runs of a stored result again: the next in the order of their digests. */
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
        void this.#keep(job, result, ms);
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
      over: () => {
        this.#carrying = null;
        setTabValue(RUNNING_KEY, null);
        useStudies.setState({ work: null });
        noteShown();
        void this.#showOutcome(opening);
      },
    });
  }

  #fail(run: number, message: string): void {
    useStudies.setState(({ failures }) => ({ failures: new Map(failures).set(run, message) }));
  }

  /** Stops; what is done stays. */
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

  /** The page is left: the runs go on when it is there again. */
  leavePage(): void {
    this.#probe?.stop();
    if (this.#carrying) {
      noteShown();
      this.#carrying.cancel();
    }
    this.#carrying = null;
    useStudies.setState({ work: null });
  }

  /** The browser shows the page again as it was left. */
  comeBack(): void {
    const { study } = useStudies.getState();
    if (study && this.wasRunning(study)) {
      this.run();
    }
  }

  async #keep(job: StudyJob, result: string, ms: number): Promise<void> {
    const opening = this.opening;
    const answer = await this.desk?.ask('keep', { job, result, ms });
    if (answer && opening === this.opening) {
      useStudies.setState(({ study }) => ({
        study: study && !study.stored ? { ...study, done: answer.done } : study,
        runTime: { ms, more: false },
      }));
      // The last run is kept after all are over.
      if (!this.#carrying) {
        noteShown();
      }
      this.#soon(opening);
    }
  }

  /** Shows what the runs say so far, not too often. */
  #soon(opening: number): void {
    if (this.#showing) {
      return;
    }
    this.#showing = true;
    const show = async () => {
      const sinceMs = performance.now();
      await this.#showOutcome(opening);
      // A large study takes a while to sum up: that may not be all that its worker does.
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

  /** Whether its runs were going on when the page was left. */
  protected wasRunning({ link, stored, done, runs }: Opened): boolean {
    return !stored && done < runs && link !== null && tabValue(RUNNING_KEY) === link;
  }
}

/** Notes in the person's list how far the study is that is shown. */
function noteShown(): void {
  const { study } = useStudies.getState();
  if (study && !study.stored) {
    noteProgress(study.link, study.done, study.runs);
  }
}

/** A value of the tab's storage; null where it is not there, or forbidden. */
export function tabValue(key: string): string | null {
  try {
    return tabStorage()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a value in the tab's storage, or removes it. Where that is not possible the page does without. */
export function setTabValue(key: string, value: string | null): void {
  try {
    if (value === null) {
      tabStorage()?.removeItem(key);
    } else {
      tabStorage()?.setItem(key, value);
    }
  } catch {
    // See above.
  }
}
