/** Measures of a study: which there are for a scenario, and what they are called. */
import { wholeCatalogue } from '../../engine/whole-catalogue.ts';

/** The lanes of a measure, by what stands before its name. */
export const MEASURE_LANES = { '': 'A', 'b:': 'B', 'ratio:': 'B ÷ A' } as const;

/** What stands before the name of a measure. */
export type MeasurePrefix = keyof typeof MEASURE_LANES;

/** A measure that can be chosen. */
export interface MeasureChoice {
  /** Its name, without a lane. */
  name: string;
  title: string;
}

function named(list: unknown): string[] {
  return Array.isArray(list)
    ? list.flatMap((entry: unknown) => {
        const { name } = (entry ?? {}) as { name?: unknown };
        return typeof name === 'string' ? [name] : [];
      })
    : [];
}

/** The measures of a scenario, the usual ones first; `base` is its document, or nothing where it is not known. */
export function measuresOf(base: Readonly<Record<string, unknown>> | null): MeasureChoice[] {
  const machine = (base?.['machine'] ?? {}) as Record<string, unknown>;
  const zones = named(machine['zones']);
  const tasks = [...new Set(named(base?.['workload']))];
  const devices = named(base?.['devices']);
  return [
    { name: 'elapsed_seconds', title: 'Elapsed time, seconds' },
    ...tasks.flatMap((task) => [
      { name: `task:${task}:longest_stall_ms`, title: `Longest stall of ${task}, ms` },
      { name: `task:${task}:cpu_seconds`, title: `CPU time of ${task}, seconds` },
    ]),
    {
      name: 'kswapd_efficiency_percent',
      title: 'kswapd efficiency: pages freed of those scanned, %',
    },
    {
      name: 'total_efficiency_percent',
      title: 'Reclaim efficiency: pages freed of those scanned, %',
    },
    ...zones.map((zone) => ({
      name: `peak:${zone}:dirty_percent`,
      title: `Highest dirty share of zone ${zone}, %`,
    })),
    ...devices.flatMap((device) => [
      { name: `device:${device}:busy_seconds`, title: `Time that ${device} is busy, seconds` },
      {
        name: `device:${device}:average_wait_ms`,
        title: `Average wait of a request to ${device}, ms`,
      },
    ]),
    ...wholeCatalogue.counters.map(({ name }) => ({
      name: `counter:${name}`,
      title: `Counter ${name}`,
    })),
  ];
}

/** The measures that have all of these words in their name or title. */
export function searchMeasures(choices: readonly MeasureChoice[], text: string): MeasureChoice[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter(({ name, title }) => {
    const all = `${name} ${title}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
