/** Ready-made studies of a scenario, and the buttons that start them. */
import { useId, useMemo, type ReactElement } from 'react';

import { laneSetting, mechanismsOn } from '../../../core/lab/lanes.ts';
import { PAGES_OF_MIB, leastPages, pagesOf } from '../../../core/machine.ts';
import { loadDocuments } from '../../../engine/documents.ts';
import type { Factor, Study } from '../../../engine/generated/scenario.ts';
import { problemsOf } from '../../../engine/problems.ts';
import type { Catalogue, Problem, Scenario } from '../../../engine/types.ts';
import { hashOf, type Route } from '../route.ts';
import './starts.css';

interface StudyStartsProps {
  title: string;
  scenario: Scenario;
  catalogue: Catalogue;
  /** Called if a study cannot be opened. */
  onFailure: Failure;
}

type Failure = (title: string, problems: Problem[]) => void;

export function StudyStarts(props: StudyStartsProps): ReactElement {
  const { title: heading, scenario, catalogue, onFailure } = props;
  const starts = useMemo(() => startsOf(scenario, catalogue), [scenario, catalogue]);
  const why = useId();
  return (
    <section className="study-starts" aria-label="Studies of this run">
      <h3>{heading}</h3>
      {starts.map((start) => (
        <button
          key={start.id}
          type="button"
          className="button button-small"
          aria-disabled={start.study === null}
          aria-describedby={start.study === null ? `${why}-${start.id}` : undefined}
          onClick={() => void openStudy(start, onFailure)}
        >
          {start.title}
        </button>
      ))}
      <button
        type="button"
        className="button button-small"
        title="Finds the smallest scenario that still shows an effect"
        onClick={() => void openSmallest(scenario, onFailure)}
      >
        Smallest machine…
      </button>
      {starts.map(
        ({ id, study, why: reason }) =>
          study === null && (
            <p key={id} id={`${why}-${id}`} className="quiet">
              {reason}
            </p>
          ),
      )}
    </section>
  );
}

/** Opens the study of a start, if it has one, on the Studies page, which says how long its runs take and starts them. */
export async function openStudy({ study }: Start, onFailure: Failure): Promise<void> {
  if (study === null) {
    return;
  }
  const title = 'This study cannot be opened';
  await goTo(title, onFailure, async () => {
    // Loaded only here, to keep it out of the Lab's first load.
    const [{ encode_document: encode }] = await Promise.all([
      import('../../../engine/pkg/documents.js'),
      loadDocuments(),
    ]);
    return { view: 'link', link: encode(JSON.stringify(study)) };
  });
}

/** Opens the search for the smallest machine. */
function openSmallest(scenario: Scenario, onFailure: Failure): Promise<void> {
  const title = 'The search for the smallest machine cannot be opened';
  return goTo(title, onFailure, async () => {
    const { encodeLink } = await loadDocuments();
    return { view: 'smallest', link: encodeLink(JSON.stringify(scenario), '{}') };
  });
}

/** Goes to a view of the Studies page; `onFailure` is called if its address cannot be made. */
async function goTo(title: string, onFailure: Failure, route: () => Promise<Route>): Promise<void> {
  try {
    window.location.assign(`./studies.html${hashOf(await route())}`);
  } catch (error) {
    onFailure(title, problemsOf(error));
  }
}

// The studies that the buttons start.

/** A study to start, or why there is none. */
export interface Start {
  id: 'ram' | 'dirty_ratio' | 'patches' | 'seeds';
  /** The label of the button. */
  title: string;
  study: Study | null;
  /** Why there is no study, as a sentence. */
  why: string;
}

/** RAM sizes, relative to the machine's own. */
const RAM_SHARES = [0.25, 0.5, 1, 2, 4];
/** Maximum size of RAM in such a study, in MiB, unless the machine itself has more. */
const RAM_MIB_MOST = 65_536;
/** Values of vm.dirty_ratio, in addition to the scenario's own. */
const DIRTY_RATIOS = [5, 10, 12, 15, 20, 30, 40];
/** The kernel's default for vm.dirty_ratio, percent. */
const DIRTY_RATIO = 20;
/** Maximum number of factors of a study. */
const FACTORS_MOST = 16;
/** Maximum number of patches for which each subset runs with several seeds; with more patches, it has one seed. */
const PATCHES_WITH_SEEDS = 4;

/** Returns the studies that the page offers for a scenario. */
export function startsOf(scenario: Scenario, catalogue: Catalogue): Start[] {
  const make = (
    id: Start['id'],
    title: string,
    what: string,
    more: Pick<Study, 'factors' | 'seeds'> & Partial<Study>,
  ): Start => ({
    id,
    title,
    study: {
      version: 1,
      title: `${scenario.title}: ${what}`,
      base: { scenario },
      design: { kind: 'grid' },
      measures: measuresFor(scenario),
      ...more,
    },
    why: '',
  });
  // One seed gives an answer in a third of the time of three; the results offer more seeds.
  return [
    make('ram', 'Vary RAM', 'RAM', { factors: [ramFactor(scenario)], seeds: 1 }),
    make('dirty_ratio', 'Vary dirty_ratio', 'dirty_ratio', {
      factors: [{ vary: 'field', path: 'vm.dirty_ratio', values: dirtyRatios(scenario) }],
      seeds: 1,
    }),
    patches(scenario, catalogue, make),
    make('seeds', '30 seeds', '30 seeds', { factors: [], seeds: 30 }),
  ];
}

/**
 * Returns the measures: time, writes from reclaim, direct reclaims, longest stall; for two lanes also the ratio of
 * their times.
 */
function measuresFor({ against, workload }: Scenario): string[] {
  const [first] = workload ?? [];
  const names = [
    'elapsed_seconds',
    'counter:nr_vmscan_write',
    'counter:allocstall',
    ...(first ? [`task:${first.name}:longest_stall_ms`] : []),
  ];
  const pairs = names.flatMap((name) => [name, `b:${name}`]);
  return against ? ['ratio:elapsed_seconds', ...pairs] : names;
}

function ramFactor(scenario: Scenario): Factor {
  const own = Math.round(pagesOf(scenario.machine) / PAGES_OF_MIB);
  const least = Math.ceil(leastPages(scenario) / PAGES_OF_MIB);
  const values = RAM_SHARES.map((share) => Math.round(own * share)).filter(
    (mib) => mib >= Math.min(own, least) && mib <= RAM_MIB_MOST,
  );
  return { vary: 'ram', values_mib: [...new Set([...values, own])].sort((x, y) => x - y) };
}

function dirtyRatios({ vm }: Scenario): number[] {
  const own = vm?.dirty_ratio ?? DIRTY_RATIO;
  return [...new Set([...DIRTY_RATIOS, own])].sort((x, y) => x - y);
}

function patches(
  scenario: Scenario,
  catalogue: Catalogue,
  make: (
    id: Start['id'],
    title: string,
    what: string,
    more: Pick<Study, 'factors' | 'seeds'> & Partial<Study>,
  ) => Start,
): Start {
  const title = 'Which of these patches matters?';
  const [a, b] = (['a', 'b'] as const).map((lane) =>
    mechanismsOn(catalogue, laneSetting(scenario, lane), 0),
  );
  const differing = catalogue.mechanisms.filter(({ id }) => a?.has(id) !== b?.has(id));
  if (differing.length === 0 || differing.length > FACTORS_MOST) {
    const why =
      differing.length === 0
        ? 'A and B have the same patches: switch one in B first.'
        : `A and B differ in ${differing.length} patches; a study can vary at most ${FACTORS_MOST}.`;
    return { id: 'patches', title, study: null, why };
  }
  return make('patches', title, 'which patch matters', {
    factors: differing.map(({ id }) => ({ vary: 'mechanism', id, lane: 'b' })),
    design: { kind: 'ablation', orders: 20 },
    measures: measuresFor(scenario).filter((name) => name.startsWith('b:')),
    seeds: differing.length <= PATCHES_WITH_SEEDS ? 3 : 1,
  });
}
