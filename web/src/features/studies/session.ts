/** Runs the Studies page: opens studies, and gives their results out. */
import { problemsOf } from '../../engine/problems.ts';
import { compileRuns, engineBuild, newRunWorker } from '../../core/runs/pool.ts';
import { readFile, saveText, slugOf } from '../../core/storage/files.ts';
import { DeskClient, newDeskWorker, type Opened } from './desk/client.ts';
import { documentOf, fetchResult, gallery, startOwn, type GalleryStudy } from './library.ts';
import { hashOf, isOfStudy, routeOf, type Route, type StudyRoute } from './route.ts';
import { newSearchWorker, type SearchWorker } from './smallest/search.ts';
import { NO_STUDY, useStudies, type ShownStudy } from './store.ts';
import { StudyRuns, setTabValue, tabValue } from './study-runs.ts';

/** Bytes of a file at most: the result of a hundred thousand runs has some tens of millions. */
const FILE_BYTES_MOST = 64 * 1024 * 1024;
/** The tab's storage: the result that was opened from a file. */
const FILE_KEY = 'reclaim-lab.study-file';
/** The one session of the page. */
class Session extends StudyRuns {
  #module: WebAssembly.Module | null = null;

  /** Loads the engine and the gallery, and opens what the address says. */
  async start(): Promise<void> {
    startOwn();
    try {
      const module = await compileRuns();
      this.#module = module;
      this.makeWorker = () => newRunWorker(module);
      this.desk = new DeskClient(newDeskWorker(module, engineBuild), (trouble) =>
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
    if (this.desk && isOfStudy(route) && !(study && isShown(route, study))) {
      await this.#openRoute(route);
    }
  }

  async #openRoute(route: StudyRoute): Promise<void> {
    this.#leave();
    const opening = this.opening;
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

  /** Opens a study, and starts its runs. */
  async runText(text: string): Promise<void> {
    if (await this.openText(text)) {
      this.run();
    }
  }

  /** Opens a text: see above; whether it was opened. */
  async openText(text: string): Promise<boolean> {
    if (!this.desk) {
      return false;
    }
    try {
      const opened = await ask(this.desk, text);
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
      return true;
    } catch (error) {
      useStudies.setState({ fileProblems: problemsOf(error) });
      return false;
    }
  }

  /** Shows what the desk opens; its problems where it refuses. */
  async #show(
    opening: number,
    gallery: GalleryStudy | null,
    open: (desk: DeskClient) => Promise<Opened>,
  ): Promise<void> {
    if (!this.desk) {
      return;
    }
    try {
      const opened = await open(this.desk);
      if (opening === this.opening) {
        this.#take(opened, gallery);
      }
    } catch (error) {
      if (opening === this.opening) {
        this.#refuse(problemsOf(error));
      }
    }
  }

  #take(opened: Opened, gallery: GalleryStudy | null): void {
    const runTime = opened.runMs === null ? null : { ms: opened.runMs, more: false };
    useStudies.setState({ study: { ...opened, gallery }, problems: [], runTime });
    if (this.wasRunning(opened)) {
      this.run();
    }
  }

  #refuse(problems: ReturnType<typeof problemsOf>): void {
    useStudies.setState({ ...NO_STUDY, problems });
  }

  /** Ends what belongs to the study that is shown. */
  #leave(): void {
    this.cancel();
    this.opening += 1;
    useStudies.setState(NO_STUDY);
  }

  /** A worker for a search of the smallest machine, and the module that it needs; null while that is loaded. */
  searcher(): { worker: SearchWorker; module: WebAssembly.Module } | null {
    return this.#module && { worker: newSearchWorker(), module: this.#module };
  }

  /** Saves the results as a file. */
  async save(format: 'json' | 'csv'): Promise<void> {
    const { study } = useStudies.getState();
    const text = await this.desk?.ask('text', { format });
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
}

/** The session. */
export const session = new Session();

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
