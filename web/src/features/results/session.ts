/** Runs the Results page: the plan, the pool of workers, and their results. */
import {
  compileRuns,
  engineBuild,
  newRunWorker,
  poolSize,
  Progress,
  RunPool,
  type Job,
} from '../../core/runs/pool.ts';
import { ROW, rowHash, rowOf } from '../../core/link/results-route.ts';
import { fetchComputed, isStale, type ComputedFile } from '../../core/published.ts';
import {
  agrees,
  browserStorage,
  fetchPostings,
  judgedOf,
  KeptRuns,
  watchOtherTabs,
  withinOf,
} from './stored.ts';
import {
  loadPlanner,
  makePlan,
  readConstants,
  type JudgedLine,
  type Options,
  type Outline,
  type Plan,
} from './engine.ts';
import { useResults, type Beforehand } from './store.ts';
import { runsOf, tablesOf, type PlacedLine } from './tables.ts';

/** Wall time between two updates of the remaining time. */
const TELL_EVERY_MS = 1000;

class Session {
  #module: WebAssembly.Module | null = null;
  #postings: string[] = [];
  #computed: ComputedFile | null = null;
  #plan: Plan | null = null;
  #pool: RunPool | null = null;
  #progress: Progress | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;
  readonly #kept = new KeptRuns(engineBuild, browserStorage());
  readonly #running = new Map<number, { name: string; nowNs: number }>();

  /** Loads the engine and the published figures. */
  async start(): Promise<void> {
    watchOtherTabs(() => this.#kept.changedElsewhere());
    try {
      const [module, postings, computed] = await Promise.all([
        compileRuns(),
        fetchPostings(),
        fetchComputed(),
        loadPlanner(),
      ]);
      this.#module = module;
      this.#postings = postings;
      this.#computed = computed;
      useResults.setState({ constants: readConstants() });
      const { options } = useResults.getState();
      this.setOptions({ ...options, seeds: computed?.seeds ?? options.seeds });
      seekRow();
    } catch (error) {
      useResults.setState({ failure: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Makes a new plan, and uses results that were computed in advance or earlier in this browser. */
  setOptions(options: Options): void {
    this.cancel();
    this.#plan?.free();
    this.#plan = makePlan(this.#postings, options);
    const { outline } = this.#plan;
    const beforehand = this.#beforehand(outline, options);
    useResults.setState({ beforehand, here: new Map() });
    const judged = new Map(beforehand?.lines);
    const finished = new Set<number>();
    outline.runs.forEach((_, run) => {
      const result = this.#kept.get(this.#plan?.runDocument(run) ?? '');
      if (result !== null) {
        this.#takeInto(judged, run, result);
        finished.add(run);
      }
    });
    const tables = tablesOf(outline);
    const lines = tables.flatMap((table) => table.lines);
    const planned = { outline, tables, lines, within: withinOf(outline, this.#postings) };
    useResults.setState({ options, planned, judged, finished, failures: new Map() });
  }

  /**
   * Returns the verdicts computed in advance. They apply only to full size, and to the number of seeds with which they
   * were computed.
   */
  #beforehand(outline: Outline, { seeds, quick }: Options): Beforehand | null {
    const file = this.#computed;
    if (!file) {
      return null;
    }
    const lines = !quick && seeds === file.seeds ? judgedOf(outline, file) : new Map();
    return { stale: isStale(file), seeds: file.seeds, lines };
  }

  /** Computes the runs that these lines need and that are not done yet. */
  run(lines: readonly PlacedLine[]): void {
    const plan = this.#plan;
    const module = this.#module;
    if (!plan || !module || this.#pool) {
      return;
    }
    const { finished, failures } = useResults.getState();
    const left = runsOf(lines).filter((run) => !finished.has(run));
    const jobs: Job[] = left.map((run) => ({
      run,
      name: plan.outline.runs[run]?.name ?? '',
      document: plan.runDocument(run),
      measures: plan.outline.runs[run]?.measures ?? [],
    }));
    const size = Math.min(poolSize(navigator.hardwareConcurrency || 1), Math.max(1, jobs.length));
    const again = new Map([...failures].filter(([run]) => !left.includes(run)));
    this.#progress = new Progress(jobs.length, size);
    const work = { all: jobs.length, done: 0, failed: 0, workers: size, running: [], leftMs: null };
    useResults.setState({ failures: again, work });
    this.#timer = setInterval(() => this.#tell(), TELL_EVERY_MS);
    this.#pool = new RunPool(size, () => newRunWorker(module), {
      started: ([job]) => {
        if (job) {
          this.#progress?.begin(job.run, performance.now());
          this.#running.set(job.run, { name: job.name, nowNs: 0 });
          this.#tell();
        }
      },
      now: ([job], nowNs) => {
        if (job) {
          this.#running.set(job.run, { name: job.name, nowNs });
        }
      },
      done: (job, result) => this.#done(job, result),
      failed: (job, message) => {
        this.#ended(job);
        const { failures, work } = useResults.getState();
        useResults.setState({
          failures: new Map(failures).set(job.run, `${job.name}: ${message}`),
          work: work && { ...work, failed: work.failed + 1 },
        });
        this.#tell();
      },
      idle: () => this.#close(),
    });
    this.#pool.start(jobs.map((job) => [job]));
  }

  /** Computes failed runs again. */
  runFailed(): void {
    const { planned, failures } = useResults.getState();
    const lines = planned?.lines ?? [];
    this.run(lines.filter(({ line }) => line.runs.some((run) => failures.has(run))));
  }

  /** Stops; results so far are kept. */
  cancel(): void {
    this.#pool?.cancel();
    this.#close();
  }

  /** Forgets everything that was computed. */
  forget(): void {
    this.#kept.clear();
    this.setOptions(useResults.getState().options);
  }

  /** Returns the scenario of a row, formatted for people. */
  rowDocument(row: number): string | null {
    return this.#plan?.rowDocument(row) ?? null;
  }

  /** Returns the address that shows a row in the Lab, with the chosen figure first. */
  rowAddress(row: number, figure?: string): string | null {
    const link = this.#plan?.rowLink(row) ?? null;
    const of = this.#plan?.outline.rows[row];
    const posting = of && this.#plan?.outline.postings[of.posting]?.posting;
    if (link === null || !of || posting === undefined) {
      return null;
    }
    const place = rowHash({ ...of, posting, figure }).slice(1);
    return `./?${ROW}=${place}#${link}`;
  }

  #done(job: Job, result: string): void {
    this.#kept.set(job.document, result);
    this.#ended(job);
    const { judged, finished } = useResults.getState();
    const more = new Map(judged);
    this.#takeInto(more, job.run, result);
    useResults.setState({ judged: more, finished: new Set(finished).add(job.run) });
    this.#tell();
  }

  #takeInto(judged: Map<number, JudgedLine>, run: number, result: string): void {
    const { beforehand, here } = useResults.getState();
    const more = new Map(here);
    for (const line of this.#plan?.take(run, result) ?? []) {
      const before = beforehand?.lines.get(line.line);
      more.set(line.line, before === undefined || agrees(before, line));
      judged.set(line.line, line);
    }
    useResults.setState({ here: more });
  }

  #ended(job: Job): void {
    this.#progress?.end(job.run, performance.now());
    this.#running.delete(job.run);
  }

  #tell(): void {
    const { work } = useResults.getState();
    const progress = this.#progress;
    if (work && progress) {
      const leftMs = progress.leftMs(performance.now());
      const running = [...this.#running.values()];
      useResults.setState({ work: { ...work, done: progress.done, running, leftMs } });
    }
  }

  #close(): void {
    if (this.#timer !== null) {
      clearInterval(this.#timer);
    }
    this.#timer = null;
    this.#pool = null;
    this.#progress = null;
    this.#running.clear();
    useResults.setState({ work: null });
  }
}

/** Scrolls to the row in the address, if there is one. */
export function seekRow(): void {
  const { planned } = useResults.getState();
  const place = rowOf(window.location.hash);
  const lines = planned?.lines.filter(
    ({ line: { runs }, row }) =>
      runs.length > 0 &&
      planned.outline.postings[row.posting]?.posting === place?.posting &&
      row.table === place?.table &&
      row.row === place.row &&
      row.workload === place.workload,
  );
  const line = lines?.find(({ line: { metric } }) => metric === place?.figure) ?? lines?.[0];
  if (line) {
    useResults.setState({ sought: line.number, filter: null });
  }
}

export const session = new Session();
