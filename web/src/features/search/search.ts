/** Finds a page, a task, a counter or a moment by what somebody types. */
import { formatPfn, formatSeconds } from '../../base/format.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import type { LaneMark } from '../../core/lab/marks.ts';
import type { Definition, ZoneDescription } from '../../engine/types.ts';

/** What can be found. */
export type Found =
  | { kind: 'page'; title: string; detail: string; zone: string; frame: number }
  | { kind: 'task'; title: string; detail: string; name: string }
  | { kind: 'counter'; title: string; detail: string; name: string }
  | {
      kind: 'moment';
      title: string;
      detail: string;
      atNs: number;
      /** The mark that it is of. */
      mark?: { lane: LaneId } & Pick<LaneMark, 'name' | 'kind'>;
    };

/** Where it is looked for. */
export interface SearchGround {
  zones: readonly ZoneDescription[];
  tasks: readonly string[];
  counters: readonly Definition[];
  marks: Record<LaneId, readonly Pick<LaneMark, 'name' | 'at_ns' | 'text' | 'kind'>[]>;
  endNs: number;
}

/** Results of a kind at most. */
const MOST = 6;

/** What fits a query, pages and moments that it names first. */
export function find(query: string, ground: SearchGround): Found[] {
  const text = query.trim().toLowerCase();
  if (text === '') {
    return momentsOf('', ground).slice(0, MOST);
  }
  return [
    ...pagesOf(text, ground.zones),
    ...timesOf(text, ground.endNs),
    ...momentsOf(text, ground).slice(0, MOST),
    ...tasksOf(text, ground.tasks).slice(0, MOST),
    ...countersOf(text, ground.counters).slice(0, MOST),
  ];
}

/** `0xE1A40` and `pfn 924224` are physical numbers; `Normal 1200` and `Normal/1200` count from the start of a zone. */
function pagesOf(text: string, zones: readonly ZoneDescription[]): Found[] {
  const physical = /^(?:pfn\s*)?(0x[0-9a-f]+|\d+)$/.exec(text)?.[1];
  if (physical !== undefined) {
    const pfn = Number(physical);
    const zone = zones.find(({ base_pfn, frames }) => pfn >= base_pfn && pfn < base_pfn + frames);
    return zone ? [page(zone, pfn - zone.base_pfn)] : [];
  }
  const [, name, frame] = /^([a-z0-9]+)[\s/]+(\d+)$/.exec(text) ?? [];
  const zone = zones.find((candidate) => candidate.name.toLowerCase() === name);
  return zone && Number(frame) < zone.frames ? [page(zone, Number(frame))] : [];
}

function page({ name, base_pfn }: ZoneDescription, frame: number): Found {
  const title = `Page frame ${formatPfn(base_pfn + frame)}`;
  return { kind: 'page', title, detail: `frame ${frame} of ${name}`, zone: name, frame };
}

/** `12.5 s`, `300 ms`. */
function timesOf(text: string, endNs: number): Found[] {
  const [, number, unit] = /^t?\s*=?\s*(\d+(?:\.\d+)?)\s*(s|ms)$/.exec(text) ?? [];
  if (number === undefined) {
    return [];
  }
  const atNs = Math.min(Math.round(Number(number) * (unit === 'ms' ? 1e6 : 1e9)), endNs);
  return [{ kind: 'moment', title: `t = ${formatSeconds(atNs, 3)}`, detail: 'go there', atNs }];
}

function momentsOf(text: string, { marks }: SearchGround): Found[] {
  const lanes: LaneId[] = ['a', 'b'];
  return lanes.flatMap((lane) =>
    marks[lane]
      .filter((mark) => mark.text.toLowerCase().includes(text))
      .map((mark) => ({
        kind: 'moment' as const,
        title: mark.text,
        detail: `lane ${lane.toUpperCase()} at ${formatSeconds(mark.at_ns)}`,
        atNs: mark.at_ns,
        mark: { lane, name: mark.name, kind: mark.kind },
      })),
  );
}

function tasksOf(text: string, tasks: readonly string[]): Found[] {
  return [...new Set(tasks)]
    .filter((name) => name.toLowerCase().includes(text))
    .map((name) => ({ kind: 'task', title: name, detail: 'a task', name }));
}

/** Names before explanations. */
function countersOf(text: string, counters: readonly Definition[]): Found[] {
  const word = text.replace(/\s+/g, '_');
  const named = counters.filter(({ name }) => name.includes(word));
  const told = counters.filter(
    (counter) => !named.includes(counter) && counter.explanation.toLowerCase().includes(text),
  );
  return [...named, ...told].map(({ name, explanation }) => ({
    kind: 'counter',
    title: name,
    detail: explanation,
    name,
  }));
}
