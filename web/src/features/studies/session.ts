/** Runs the Studies page: opens studies, carries their runs out, and gives their results out. */
import { problemsOf } from '../../engine/problems.ts';
import { compileRuns, engineBuild, newRunWorker, type RunWorker } from '../../core/runs/pool.ts';
import { readFile } from '../../core/storage/read-file.ts';
import { saveText, slugOf } from '../../core/storage/save.ts';
import { tabStorage } from '../../core/storage/storage.ts';
import { Carrying, Probe } from './carrying.ts';
import { DeskClient, newDeskWorker } from './desk/client.ts';
import type { Checked, Opened, StudyJob } from './desk/protocol.ts';
import { documentOf, fetchResult, gallery, type GalleryStudy } from './gallery.ts';
import { keepOwn, noteProgress, startOwn } from './own.ts';
import { hashOf, isOfStudy, routeOf, type Route, type StudyRoute } from './route.ts';
import { newSearchWorker, type SearchWorker } from './smallest/search.ts';
import { NO_STUDY, useStudies, type ShownStudy } from './store.ts';

/** Runs of a stored result that are computed again at once. */
export const SAMPLE = 5;
/** Partial results are shown so often at most; where they take long, they may take a tenth of the time. */
const SHOW_EVERY_MS = 1000;
const SHOW_SHARE = 10;
/** Bytes of a file at most: the result of a hundred thousand runs has some tens of millions. */
const FILE_BYTES_MOST = 64 * 1024 * 1024;
/** The tab's storage: the result that was opened from a file. */
const FILE_KEY = 'reclaim-lab.study-file';
/** The tab's storage: the study whose runs went on when the page was left. */
const RUNNING_KEY = 'reclaim-lab.study-runs';

/** The one session of the page. */
class Session {
  #desk: DeskClient | null = null;
  #module: WebAssembly.Module | null = null;
  #makeWorker: (() => RunWorker) | null = null;
  #carrying: Carrying | null = null;
  #probe: Probe | null = null;
  /** Counts what is opened: an answer about an earlier study comes too late. */
  #opening = 0;
  /** Whether the results so far are about to be shown, or were a moment ago. */
  #showing = false;

  /** Loads the engine and the gallery, and opens what the address says. */
  async start(): Promise<void> {
    startOwn();
    try {
      const module = await compileRuns();
      this.#module = module;
      this.#makeWorker = () => newRunWorker(module);
      this.#desk = new DeskClient(newDeskWorker(module, engineBuild), (trouble) =>
        useStudies.setState({ trouble }),
      );
      useStudies.setState({ ready: true });
    } catch (error) {
      useStudies.setState({ failure: error instanceof Error ? error.message : String(error) });
      return;
    }
    await this.follow(useStudies.getState().route);
  }

  /** Goes to a part of the page, as a new entry of the browser's history. */
  go(route: Route): void {
    window.location.hash = hashOf(route);
  }

  /** The address has changed. */
  async follow(route: Route): Promise<void> {
    const { study } = useStudies.getState();
    useStudies.setState({ route });
    // Elsewhere the study stays open, and its runs go on.
    if (this.#desk && isOfStudy(route) && !(study && isShown(route, study))) {
      await this.#openRoute(route);
    }
  }

  async #openRoute(route: StudyRoute): Promise<void> {
    this.#leave();
    const opening = this.#opening;
    switch (route.view) {
      case 'gallery': {
        const texts = gallery.find(({ id }) => id === route.id);
        const document = documentOf(route.id);
        if (!texts || document === null) {
          const problem = `The gallery has no study “${route.id}”`;
          this.#refuse([{ field: '', problem, fix: 'Choose one from the list' }]);
          return;
        }
        await this.#show(opening, texts, async (desk) => {
          // Without the server the study is there, and can be run.
          const text = await fetchResult(route.id).catch(() => null);
          return text === null ? desk.ask('open', { document }) : desk.ask('openResult', { text });
        });
        break;
      }
      case 'link':
        await this.#show(opening, null, async (desk) => {
          const document = await desk.ask('readLink', { link: route.link });
          return desk.ask('open', { document });
        });
        break;
      case 'file': {
        const text = tabValue(FILE_KEY);
        if (text !== null) {
          await this.#show(opening, null, (desk) => ask(desk, text));
        } else {
          const problem = 'This browser did not keep the result of the file';
          this.#refuse([{ field: '', problem, fix: 'Open the file again' }]);
        }
        break;
      }
    }
  }

  /** Opens a file: a study, or a result with its study. Where it is refused, what is shown stays. */
  async openFile(file: File): Promise<void> {
    const { text, problem } = await readFile(file, FILE_BYTES_MOST);
    useStudies.setState({ fileProblems: problem ? [problem] : [] });
    if (text !== undefined) {
      await this.openText(text);
    }
  }

  /** Opens a text: see above. */
  async openText(text: string): Promise<void> {
    if (!this.#desk) {
      return;
    }
    try {
      const opened = await ask(this.#desk, text);
      this.#leave();
      this.#take(opened, null);
      const { link, stored } = opened;
      if (stored || link === null) {
        // Whoever goes to the Lab and back finds it again.
        setTabValue(FILE_KEY, text);
        this.go({ view: 'file' });
      } else {
        this.go({ view: 'link', link });
      }
    } catch (error) {
      useStudies.setState({ fileProblems: problemsOf(error) });
    }
  }

  /** Shows what the desk opens; its problems where it refuses. */
  async #show(
    opening: number,
    gallery: GalleryStudy | null,
    open: (desk: DeskClient) => Promise<Opened>,
  ): Promise<void> {
    if (!this.#desk) {
      return;
    }
    try {
      const opened = await open(this.#desk);
      if (opening === this.#opening) {
        this.#take(opened, gallery);
      }
    } catch (error) {
      if (opening === this.#opening) {
        this.#refuse(problemsOf(error));
      }
    }
  }

  #take(opened: Opened, gallery: GalleryStudy | null): void {
    const runTime = opened.runMs === null ? null : { ms: opened.runMs, more: false };
    useStudies.setState({ study: { ...opened, gallery }, problems: [], runTime });
    if (this.#wasRunning(opened)) {
      this.run();
    }
  }

  #refuse(problems: ReturnType<typeof problemsOf>): void {
    useStudies.setState({ ...NO_STUDY, problems });
  }

  /** Ends what belongs to the study that is shown. */
  #leave(): void {
    this.cancel();
    this.#opening += 1;
    useStudies.setState(NO_STUDY);
  }

  /** A worker for a search of the smallest machine, and the module that it needs; null while that is loaded. */
  searcher(): { worker: SearchWorker; module: WebAssembly.Module } | null {
    return this.#module && { worker: newSearchWorker(), module: this.#module };
  }

  /** Plans a study that somebody writes. */
  check(document: string): Promise<Checked> {
    if (!this.#desk) {
      return Promise.reject(new Error('The engine is not loaded yet.'));
    }
    return this.#desk.ask('check', { document });
  }

  /** Carries out the first run of the study that was checked last, to see how long it takes. */
  async timeOne(): Promise<{ ms: number; more: boolean } | null> {
    this.#probe?.stop();
    const job = this.#carrying ? null : ((await this.#desk?.ask('firstJob', {})) ?? null);
    if (!job || !this.#makeWorker || this.#carrying) {
      return null;
    }
    const probe = new Probe(this.#makeWorker);
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
    const desk = this.#desk;
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
    const desk = this.#desk;
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
    if (!this.#makeWorker || all === 0) {
      return;
    }
    this.#probe?.stop();
    const opening = this.#opening;
    const fetch = (after: StudyJob | null, most: number) =>
      how.fetch(after, most).catch((error: unknown) => {
        this.#fail(-1, problemsOf(error)[0]?.problem ?? '');
        return [];
      });
    this.#carrying = new Carrying(kind, all, this.#makeWorker, {
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
    const opening = this.#opening;
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
    if (study && this.#wasRunning(study)) {
      this.run();
    }
  }

  async #keep(job: StudyJob, result: string, ms: number): Promise<void> {
    const opening = this.#opening;
    const answer = await this.#desk?.ask('keep', { job, result, ms });
    if (answer && opening === this.#opening) {
      useStudies.setState(({ study }) => ({
        study: study && !study.stored ? { ...study, done: answer.done } : study,
        runTime: { ms, more: false },
      }));
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
    const outcome = await this.#desk?.ask('outcome', {}).catch(() => null);
    if (outcome && opening === this.#opening) {
      useStudies.setState(({ study }) => ({ study: study && { ...study, outcome } }));
    }
  }

  /** Saves the results as a file. */
  async save(format: 'json' | 'csv'): Promise<void> {
    const { study } = useStudies.getState();
    const text = await this.#desk?.ask('text', { format });
    if (study && text !== undefined) {
      const type = format === 'json' ? 'application/json' : 'text/csv';
      saveText(`${fileNameOf(study)}-result.${format}`, type, text);
    }
  }

  /** Saves the study without results as a file. */
  saveStudy(study: ShownStudy): void {
    const text = `${JSON.stringify(study.study, null, 2)}\n`;
    saveText(`${fileNameOf(study)}.json`, 'application/json', text);
  }

  #wasRunning({ link, stored, done, runs }: Opened): boolean {
    return !stored && done < runs && link !== null && tabValue(RUNNING_KEY) === link;
  }
}

/** The session. */
export const session = new Session();

/** Notes in the person's list how far the study is that is shown. */
function noteShown(): void {
  const { study } = useStudies.getState();
  if (study && !study.stored) {
    noteProgress(study.link, study.done, study.runs);
  }
}

/** A value of the tab's storage; null where it is not there, or forbidden. */
function tabValue(key: string): string | null {
  try {
    return tabStorage()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Keeps a value in the tab's storage, or removes it. Where that is not possible the page does without. */
function setTabValue(key: string, value: string | null): void {
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

/** Opens a text: a study, or a result with its study. */
function ask(desk: DeskClient, text: string): Promise<Opened> {
  return isResult(text) ? desk.ask('openResult', { text }) : desk.ask('open', { document: text });
}

/** Follows the address. */
export function watchAddress(): void {
  window.addEventListener('hashchange', () => void session.follow(routeOf(window.location.hash)));
  window.addEventListener('pagehide', () => session.leavePage());
  window.addEventListener('pageshow', ({ persisted }) => persisted && session.comeBack());
}

/** Whether the study that is shown is that of the address. */
function isShown(route: Route, { gallery, link, stored }: ShownStudy): boolean {
  switch (route.view) {
    case 'gallery':
      return gallery?.id === route.id;
    case 'link':
      return gallery === null && !stored && link === route.link;
    case 'file':
      return gallery === null && (stored || link === null);
    default:
      return false;
  }
}

function fileNameOf({ study }: ShownStudy): string {
  return slugOf(study.title);
}

/** Whether a text is meant to be a result, sound or not: a study has no runs. */
function isResult(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'runs' in value;
  } catch {
    return false;
  }
}
