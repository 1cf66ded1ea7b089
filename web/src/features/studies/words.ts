/** What a study, its lanes and its factors are called, and in words how many runs it has and how long they take. */
import { formatCount, formatNumber, formatPagesAsSize, formatTick } from '../../base/format.ts';
import { gallery } from '../../core/gallery/documents.ts';
import { laneSetting, laneTitle, mechanismsOn, type LaneId } from '../../core/lab/lanes.ts';
import { pagesOf, writersOf } from '../../core/machine.ts';
import { poolSize } from '../../core/runs/pool.ts';
import schema from '../../engine/generated/scenario.schema.json';
import type { Factor, Study } from '../../engine/generated/scenario.ts';
import type { Scenario } from '../../engine/types.ts';
import { wholeCatalogue } from '../../engine/whole-catalogue.ts';
import { measureOf } from './measures.ts';
import type { RunTime } from './store.ts';

/** What a factor is called. */
export interface FactorTitle {
  title: string;
  /** Its path or id in documents, for those who look for it there. */
  path: string;
  /** Unit of its numbers where its values do not say it. */
  unit: string;
  /** A number of the document as it is shown, and as an axis has it: pages and kB as MiB. */
  shown: (value: number) => number;
  /** The unit that follows such a number. */
  size: 'MiB' | null;
}

const PAGES_OF_MIB = 256;
const KB_OF_MIB = 1024;

/** The title of a factor; `name` is the engine's. */
export function factorTitle(study: Study, factor: Factor | undefined, name: string): FactorTitle {
  const plain = { title: name, path: name, unit: '', shown: (value: number) => value, size: null };
  if (factor?.vary === 'ram') {
    return { ...plain, path: 'machine.zones' };
  }
  if (factor?.vary === 'mechanism' || factor === undefined) {
    return plain;
  }
  const { path } = factor;
  const field = fieldOf(path);
  const title = titleOf(study, path) ?? name;
  const divisor = { pages: PAGES_OF_MIB, kB: KB_OF_MIB }[field.unit];
  return divisor === undefined
    ? { ...plain, title, path, unit: field.unit }
    : { ...plain, title, path, size: 'MiB', shown: (value) => value / divisor };
}

/** Titles that the schema has no better words for. */
const WHOLE: Readonly<Record<string, string>> = {
  kernel: 'kernel',
  mechanisms: 'mechanisms',
  against: 'kernel and mechanisms of B',
  'against.kernel': 'kernel of B',
  'against.mechanisms': 'mechanisms of B',
  swap: 'swap area',
  'swap.pages': 'size of the swap area',
  'swap.device': 'device of the swap area',
  'machine.cpus': 'CPUs',
};

function titleOf(study: Study, path: string): string | null {
  const known = WHOLE[path];
  if (known !== undefined || path.startsWith('vm.')) {
    // The knobs are best known by the names that sysctl has.
    return known ?? path;
  }
  const switched = /^(?<lane>against\.)?mechanisms\.(?<id>\w+)$/.exec(path)?.groups;
  if (switched) {
    return `${switched['id']}${switched['lane'] === undefined ? '' : ' (B)'}`;
  }
  const owner = ownerOf(study, path);
  const { name, title } = fieldOf(path);
  if (owner === null || title === '') {
    return title === '' ? null : lower(title);
  }
  switch (name) {
    case 'present_pages':
      return `size of zone ${owner}`;
    case 'meta_pages':
      return `metadata of older files (${owner})`;
    case 'held':
      return `pages that ${owner} holds`;
    case 'run':
      return `program ${owner}`;
    default:
      return `${lower(title)} of ${owner}`;
  }
}

/** Only an abbreviation keeps its capital letter. */
function lower(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** The name of the zone, program or device that a path leads into; null where none has a name. */
function ownerOf(study: Study, path: string): string | null {
  let place: unknown = baseOf(study);
  let owner: string | null = null;
  for (const step of path.split(/[.[\]]+/).filter(Boolean)) {
    place = (place as Record<string, unknown> | null | undefined)?.[step];
    const name = (place as { name?: unknown } | null | undefined)?.name;
    owner = typeof name === 'string' ? name : owner;
  }
  return owner;
}

interface Field {
  name: string;
  title: string;
  unit: string;
}

/** What the schema says of the field at the end of a path: fields of one name are the same everywhere. */
function fieldOf(path: string): Field {
  const name = /(\w+)(?:\[\d+\])*$/.exec(path)?.[1] ?? '';
  const found = (fields.get(name) ?? {}) as { title?: string; 'x-unit'?: string };
  return { name, title: found.title ?? '', unit: found['x-unit'] ?? '' };
}

const fields = new Map<string, unknown>();
addFields(schema);

function addFields(node: unknown): void {
  if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties' && typeof value === 'object' && value !== null) {
        for (const [name, field] of Object.entries(value as object)) {
          fields.set(name, field);
        }
      }
      addFields(value);
    }
  }
}

/** A value in words: a group of fields by its names and values, never as JSON. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined) {
    return 'default';
  }
  if (typeof value === 'boolean') {
    return value ? 'on' : 'off';
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? 'none' : value.map(valueWords).join(', ');
  }
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([name, of]: [string, unknown]) =>
      typeof of === 'object' && of !== null ? valueWords(of) : `${name} ${valueWords(of)}`,
    );
    return parts.length === 0 ? 'none' : parts.join(', ');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The values of a field as they are shown: by the study's labels where it has some. */
export function levelWords(
  factor: Factor | undefined,
  level: number,
  of: FactorTitle,
): string | null {
  if (factor?.vary !== 'field') {
    return null;
  }
  const [label, value] = [factor.labels?.[level], factor.values[level]];
  if (label !== undefined) {
    return label;
  }
  return typeof value === 'number' ? numberWords(value, of) : valueWords(value);
}

/** A number of a field with its size unit. */
export function numberWords(value: number, { shown, size }: FactorTitle): string {
  return size === null
    ? String(value)
    : `${formatTick(Number(shown(value).toPrecision(4)))} ${size}`;
}

// Titles for a study: its scenario, and the kernel and mechanisms of each lane.

/** The scenario of a study; null where it is not known. */
function baseOf({ base }: Study): Scenario | null {
  const { gallery: id, scenario } = base;
  if (typeof id === 'string') {
    return gallery.find((item) => item.id === id)?.scenario ?? null;
  }
  // The engine has read it: a study is checked before it is shown.
  return (scenario ?? null) as Scenario | null;
}

/** The title of a study's scenario. */
export function baseTitle(study: Study): string {
  const { gallery: id } = study.base;
  return baseOf(study)?.title ?? id ?? 'its own scenario';
}

/** The machine and how many write on it, where the study says these by itself: a title does not tell what was changed. */
export function machineLine(study: Study): string | null {
  const scenario = baseOf(study);
  if (!scenario) {
    return null;
  }
  const zones = scenario.machine.zones.map(({ name }) => name).join(', ');
  const count = writersOf(scenario)?.count;
  const writers = count === undefined ? '' : `; ${countOf(count, 'writer')}`;
  return `Machine: ${formatPagesAsSize(pagesOf(scenario.machine))} in ${zones}${writers}`;
}

/** A lane, and what it runs. */
interface NamedLane {
  lane: LaneId;
  /** The kernel, and what is switched on or off in it; that the study varies it, where it does. */
  name: string;
}

/** The lanes that the measures of a study are of, or those of one measure. */
export function laneNames(study: Study, measures = study.measures): NamedLane[] {
  const scenario = baseOf(study);
  const used = new Set(measures.map((name) => measureOf(name).lane));
  const compared = study.measures.some((name) => measureOf(name).lane !== 'a');
  return (['a', 'b'] as const).flatMap((lane) => {
    const wanted = used.has(lane) || used.has('ratio');
    // Where nothing is compared there are no lanes to tell apart.
    return scenario && compared && wanted ? [{ lane, name: nameOf(study, scenario, lane) }] : [];
  });
}

/** Whether lanes A and B run the same kernel with the same patches in every combination: nothing can differ. */
export function lanesAlike(study: Study): boolean {
  const scenario = baseOf(study);
  const varied = (study.factors ?? []).some((factor) =>
    factor.vary === 'mechanism'
      ? factor.lane !== 'both'
      : factor.vary === 'field' &&
        /^(?:against|kernel|mechanisms|interventions)\b/.test(factor.path),
  );
  if (!scenario || varied) {
    return false;
  }
  const [a, b] = (['a', 'b'] as const).map((lane) => {
    const { interventions, ...setting } = laneSetting(scenario, lane);
    const on = mechanismsOn(wholeCatalogue, { ...setting, interventions: [] }, 0);
    return JSON.stringify([setting.kernel, [...on].sort(), interventions]);
  });
  return a === b;
}

/** “A: Linux 3.0” and “B: …”. */
export function laneLine({ lane, name }: NamedLane): string {
  return `${lane.toUpperCase()}: ${name}`;
}

function nameOf({ factors = [] }: Study, scenario: Scenario, lane: LaneId): string {
  const varies = (path: string) => factors.some((factor) => isOf(factor, lane, path));
  if (varies('')) {
    return 'kernel and mechanisms as varied';
  }
  const { kernel, ...setting } = laneSetting(scenario, lane);
  if (varies('kernel')) {
    return varies('mechanisms') ? 'kernel and mechanisms as varied' : 'the kernel as varied';
  }
  const fixed = varies('mechanisms') ? { mechanisms: {}, interventions: [] } : setting;
  const title = laneTitle(wholeCatalogue, { kernel, ...fixed }, 0);
  const switched = factors.some(
    (factor) => factor.vary === 'mechanism' && [lane, 'both'].includes(factor.lane),
  );
  return varies('mechanisms') || switched ? `${title}, mechanisms as varied` : title;
}

/** Whether a factor sets this of a lane: all of it, its kernel or its mechanisms. */
function isOf(factor: Factor, lane: LaneId, part: string): boolean {
  if (factor.vary !== 'field') {
    return false;
  }
  const { path } = factor;
  const wanted = lane === 'a' ? part : part === '' ? 'against' : `against.${part}`;
  return wanted !== '' && (path === wanted || (part !== '' && path.startsWith(`${wanted}.`)));
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A stretch of wall time as one would say it. */
function durationWords(ms: number): string {
  if (ms < SECOND) {
    return 'less than a second';
  }
  if (ms < 90 * SECOND) {
    return `${formatCount(ms / SECOND)} s`;
  }
  if (ms < 90 * MINUTE) {
    return `${formatCount(ms / MINUTE)} min`;
  }
  return `${formatNumber(ms / HOUR, ms < 10 * HOUR ? 1 : 0)} h`;
}

/** What is known of the time that so many runs take here. */
export function estimateWords(
  runs: number,
  time: RunTime | null,
  processors = navigator.hardwareConcurrency || 1,
): string {
  if (runs === 0) {
    return '';
  }
  if (!time) {
    return 'How long it takes is known after the first run.';
  }
  const workers = Math.min(poolSize(processors), runs);
  const allMs = (time.ms * runs) / workers;
  const using = workers === 1 ? 'one worker' : `${workers} workers`;
  const each =
    time.ms < SECOND ? `${formatCount(time.ms)} ms` : `${formatNumber(time.ms / SECOND, 1)} s`;
  if (time.more) {
    return `A run takes more than ${each} here: more than ${durationWords(allMs)} in all with ${using}.`;
  }
  const about = allMs < SECOND ? '' : 'about ';
  return `A run takes about ${each} here: ${about}${durationWords(allMs)} in all with ${using}.`;
}

/** “1 run”, “2 runs”. */
export function countOf(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
}
