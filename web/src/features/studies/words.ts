/** Words for studies: names of a study, its lanes and its factors; the number of runs and their time. */
import { formatCount, formatNumber, formatPagesAsSize, formatTick } from '../../base/format.ts';
import { gallery } from '../../core/gallery/documents.ts';
import { laneSetting, laneTitle, mechanismsOn, type LaneId } from '../../core/lab/lanes.ts';
import { pagesOf, writersOf } from '../../core/machine.ts';
import { poolSize } from '../../core/runs/pool.ts';
import schema from '../../engine/generated/scenario.schema.json';
import type { Factor, Study } from '../../engine/generated/scenario.ts';
import type { Scenario } from '../../engine/types.ts';
import { wholeCatalogue } from '../../engine/whole-catalogue.ts';
import type { RunTime } from './desk/client.ts';
import { measureOf } from './measures.ts';

/** The title of a factor. */
export interface FactorTitle {
  title: string;
  /** The path or id in documents, for readers who want to find it there. */
  path: string;
  /** The unit of the numbers, if the formatted values do not contain it. */
  unit: string;
  /** Converts a number of the document for tables and axes: pages and kB to MiB. */
  shown: (value: number) => number;
  /** The unit of the converted number. */
  size: 'MiB' | null;
}

const PAGES_OF_MIB = 256;
const KB_OF_MIB = 1024;

/** Returns the title of a factor; `name` is the engine's name for it. */
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

/** Titles of paths for which the schema has no better one. */
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

/** Returns the title that the Lab shows for a mechanism's id; null if it is not one. */
export function mechanismTitle(id: string): string | null {
  return wholeCatalogue.mechanisms.find((mechanism) => mechanism.id === id)?.title ?? null;
}

/** Returns the ids of the mechanisms that the factors of a study name, with their titles in the Lab. */
export function mechanismNames({ factors = [] }: Study): { id: string; title: string }[] {
  const words = new Set(JSON.stringify(factors).match(/\w+/g));
  return wholeCatalogue.mechanisms.filter(({ id }) => words.has(id));
}

function titleOf(study: Study, path: string): string | null {
  const known = WHOLE[path];
  if (known !== undefined || path.startsWith('vm.')) {
    // Kernel settings are best known by their sysctl names.
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

/** Lower-cases the first letter, except of an abbreviation. */
function lower(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** Returns the name of the innermost zone, program or device on a path; null if none has a name. */
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

/**
 * Returns the schema's entry for the last field of a path; fields with the same name have the same meaning everywhere.
 */
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

/** Formats a value; a group of fields as names and values, never as JSON. */
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

/** Formats a value of a field factor; with the study's label if it has one. */
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

/** Formats a number of a factor with its size unit. */
export function numberWords(value: number, { shown, size }: FactorTitle): string {
  return size === null
    ? String(value)
    : `${formatTick(Number(shown(value).toPrecision(4)))} ${size}`;
}

// Titles for a study: its scenario, and the kernel and mechanisms of each lane.

/** Returns the scenario of a study; null if it is not known. */
function baseOf({ base }: Study): Scenario | null {
  const { gallery: id, scenario } = base;
  if (typeof id === 'string') {
    return gallery.find((item) => item.id === id)?.scenario ?? null;
  }
  // The cast is safe: the engine validated the study before the page shows it.
  return (scenario ?? null) as Scenario | null;
}

/** Returns the title of a study's scenario. */
export function baseTitle(study: Study): string {
  const { gallery: id } = study.base;
  return baseOf(study)?.title ?? id ?? 'custom scenario';
}

/**
 * Returns the machine and the number of writers; a study may have changed these without changing the scenario's title.
 */
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

/** A lane with its kernel and mechanisms. */
interface NamedLane {
  lane: LaneId;
  /** The kernel and the mechanisms switched on or off in it, or a note that the study varies them. */
  name: string;
}

/** Returns the lanes to which the given measures belong, by default those of all measures. */
export function laneNames(study: Study, measures = study.measures): NamedLane[] {
  const scenario = baseOf(study);
  const used = new Set(measures.map((name) => measureOf(name).lane));
  const compared = study.measures.some((name) => measureOf(name).lane !== 'a');
  return (['a', 'b'] as const).flatMap((lane) => {
    const wanted = used.has(lane) || used.has('ratio');
    // A study that compares nothing has no lanes to distinguish.
    return scenario && compared && wanted ? [{ lane, name: nameOf(study, scenario, lane) }] : [];
  });
}

/** Whether lanes A and B run the same kernel and patches in every combination, so that they cannot differ. */
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

/** Returns “A: Linux 3.0” or “B: …”. */
export function laneLine({ lane, name }: NamedLane): string {
  return `${lane.toUpperCase()}: ${name}`;
}

function nameOf({ factors = [] }: Study, scenario: Scenario, lane: LaneId): string {
  const varies = (path: string) => factors.some((factor) => isOf(factor, lane, path));
  if (varies('')) {
    return 'varied kernel and mechanisms';
  }
  const { kernel, ...setting } = laneSetting(scenario, lane);
  if (varies('kernel')) {
    return varies('mechanisms') ? 'varied kernel and mechanisms' : 'varied kernel';
  }
  const fixed = varies('mechanisms') ? { mechanisms: {}, interventions: [] } : setting;
  const title = laneTitle(wholeCatalogue, { kernel, ...fixed }, 0);
  const switched = factors.some(
    (factor) => factor.vary === 'mechanism' && [lane, 'both'].includes(factor.lane),
  );
  return varies('mechanisms') || switched ? `${title}, varied mechanisms` : title;
}

/** Whether a factor sets this part of a lane: its kernel, its mechanisms, or the whole lane (empty `part`). */
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

/** Formats a wall time in words, with one or two digits: it is an estimate. */
function durationWords(ms: number): string {
  if (ms < SECOND) {
    return 'less than a second';
  }
  if (ms < 90 * SECOND) {
    const step = ms < 10 * SECOND ? 1 : ms < 30 * SECOND ? 5 : 10;
    return `${formatCount(Math.round(ms / SECOND / step) * step)} s`;
  }
  if (ms < 90 * MINUTE) {
    const step = ms < 20 * MINUTE ? 1 : 10;
    return `${formatCount(Math.round(ms / MINUTE / step) * step)} min`;
  }
  return `${formatNumber(ms / HOUR, ms < 10 * HOUR ? 1 : 0)} h`;
}

/** Number of measured runs from which an estimate is a single number: the first runs may be unlike the others. */
const MEASURED_LEAST = 4;
/** With fewer, all runs may take this many times more or less, because they also slow each other down. */
const UNSURE = 2;

/** Adds a run to the mean. */
export function withRun(time: RunTime | null, ms: number): RunTime {
  const { runs, ms: mean } = time ?? { runs: 0, ms: 0 };
  return { ms: (mean * runs + ms) / (runs + 1), runs: runs + 1, more: false };
}

/** Says how long this many runs take here, as far as that is known. */
export function estimateWords(
  runs: number,
  time: RunTime | null,
  processors = navigator.hardwareConcurrency || 1,
): string {
  if (runs === 0) {
    return '';
  }
  if (!time) {
    return 'The duration is known after the first run.';
  }
  const workers = Math.min(poolSize(processors), runs);
  const allMs = (time.ms * runs) / workers;
  const using = workers === 1 ? 'one worker' : `${workers} workers`;
  const each =
    time.ms < SECOND ? `${formatCount(time.ms)} ms` : `${formatNumber(time.ms / SECOND, 1)} s`;
  if (time.more) {
    return `A run takes more than ${each} here: more than ${durationWords(allMs)} in total with ${using}.`;
  }
  return `A run takes about ${each} here: ${totalWords(allMs, time, runs)} in total with ${using}.`;
}

/** Formats an estimate for all runs: a range if only a few runs were measured, unless there are hardly any more. */
function totalWords(allMs: number, time: RunTime, runs: number): string {
  const [least, most] = [allMs / UNSURE, allMs * UNSURE].map(durationWords);
  if (time.runs < Math.min(MEASURED_LEAST, runs) && least !== most) {
    return `${least} to ${most}`;
  }
  return `${allMs < SECOND ? '' : 'about '}${durationWords(allMs)}`;
}

/** Says how long one seed of each combination takes, which is enough for a first answer; empty if there is only one. */
export function firstAnswerWords({ seeds = 1 }: Study, time: RunTime | null): string {
  if (!time || time.more || seeds < 2) {
    return '';
  }
  const part = { 2: 'half', 3: 'a third', 4: 'a quarter' }[seeds] ?? `1/${seeds}`;
  return ` One seed of each combination, enough for a first answer, takes about ${part} of that.`;
}

/** Returns “1 run”, “2 runs”. */
export function countOf(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
}
