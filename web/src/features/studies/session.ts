/** Runs the Studies page: opens studies and saves their results. */
import { problemsOf } from '../../engine/problems.ts';
import { compileRuns, engineBuild, newRunWorker } from '../../core/runs/pool.ts';
import { readFile, saveText, slugOf } from '../../core/storage/files.ts';
import { DeskClient, newDeskWorker, type Opened } from './desk/client.ts';
import { documentOf, fetchResult, gallery, startOwn, type GalleryStudy } from './library.ts';
import { hashOf, isOfStudy, routeOf, type Route, type StudyRoute } from './route.ts';
import { newSearchWorker, type SearchWorker } from './smallest/search.ts';
import { FILE_KEY, NO_STUDY, setTabValue, tabValue, useStudies, type ShownStudy } from './store.ts';
import { StudyRuns } from './study-runs.ts';

/** Maximum size of a file: the result of a hundred thousand runs takes some tens of megabytes. */
const FILE_BYTES_MOST = 64 * 1024 * 1024;
/** The only session of the page. */
class Session extends StudyRuns {
  #module: WebAssembly.Module | null = null;

  /** Loads the engine and the user's own studies, and opens the study in the address. */
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

  /** Goes to another view of the page, as a new entry of the browser's history. */
  go(route: Route): void {
    window.location.hash = hashOf(route);
  }

  /** Shows the view of a changed address. */
  async follow(route: Route): Promise<void> {
    const { study } = useStudies.getState();
    useStudies.setState({ route });
    // The other views leave the study open, and its runs continue.
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
          // If the server cannot be reached, the study can still be opened and run.
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
          const problem = 'This browser did not store the result from the file';
          this.#refuse([{ field: '', problem, fix: 'Open the file again' }]);
        }
        break;
      }
    }
  }

  /**
   * Opens a file with a study, or with a result, which contains its study. If the file is invalid, the view does not
   * change.
   */
  async openFile(file: File): Promise<void> {
    const { text, problem } = await readFile(file, FILE_BYTES_MOST);
    useStudies.setState({ fileProblems: problem ? [problem] : [] });
    if (text !== undefined) {
      await this.openText(text);
    }
  }

  /** Opens a study and starts its runs. */
  async runText(text: string): Promise<void> {
    if (await this.openText(text)) {
      this.run();
    }
  }

  /** Opens the text of a study or of a result; returns true if it could be opened. */
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
        // The tab keeps the text, so that the study is still there after a visit to the Lab.
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

  /** Shows the study that the worker opens, or its problems if it is invalid. */
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
    useStudies.setState({ study: { ...opened, gallery }, problems: [], runTime: opened.runTime });
    if (this.wasRunning(opened)) {
      this.run();
    }
  }

  #refuse(problems: ReturnType<typeof problemsOf>): void {
    useStudies.setState({ ...NO_STUDY, problems });
  }

  /** Closes the study that is shown and stops its runs. */
  #leave(): void {
    this.cancel();
    this.opening += 1;
    useStudies.setState(NO_STUDY);
  }

  /**
   * Returns a worker for the search for the smallest machine, with its WebAssembly module; null while that is loading.
   */
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

  /** Saves the study as a file, without results. */
  saveStudy(study: ShownStudy): void {
    const text = `${JSON.stringify(study.study, null, 2)}\n`;
    saveText(`${fileNameOf(study)}.json`, 'application/json', text);
  }
}

export const session = new Session();

/** Opens the text of a study, or of a result, which contains its study. */
function ask(desk: DeskClient, text: string): Promise<Opened> {
  return isResult(text) ? desk.ask('openResult', { text }) : desk.ask('open', { document: text });
}

/** Updates the session when the page's address changes, and when the visitor leaves the page or comes back. */
export function watchAddress(): void {
  window.addEventListener('hashchange', () => void session.follow(routeOf(window.location.hash)));
  window.addEventListener('pagehide', () => session.leavePage());
  window.addEventListener('pageshow', ({ persisted }) => persisted && session.comeBack());
}

/** Whether the address is that of the study that is shown. */
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

/** Whether a text is intended as a result, valid or not: only results have `runs`. */
function isResult(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && 'runs' in value;
  } catch {
    return false;
  }
}
