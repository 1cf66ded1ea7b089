/** The gallery as a person looks for a scenario in it: groups, what to expect, and a filter. */
import { kernelsOf, watchOf, type GalleryItem } from '../../core/gallery/documents.ts';
import { summaryOf } from '../../core/gallery/gallery.ts';
import type { Catalogue } from '../../engine/types.ts';

/** What B does against A, from whole runs of both with seed 1. */
export type Expectation = 'faster' | 'slower' | 'reclaim' | 'same' | 'single' | 'slow';

/** The same for people. */
export const EXPECTATIONS: Readonly<Record<Expectation, string>> = {
  faster: 'B is faster',
  slower: 'B is slower',
  reclaim: 'same time, other reclaim',
  same: 'almost no difference',
  single: 'one kernel',
  slow: 'takes minutes to compute',
};

interface Group {
  title: string;
  scenarios: Readonly<Record<string, Expectation>>;
}

/**
 * B is faster or slower where it takes at least 3 % less or more time than A; reclaim differs where the pages that it writes, its direct
 * reclaims or its lock rounds change by a tenth.
 */
const GROUPS: readonly Group[] = [
  {
    title: 'USB sticks',
    scenarios: {
      'weiner-usb': 'faster',
      'simple-wb-usb-laptop': 'faster',
      'fsmark-usb-laptop': 'faster',
      'mmap-strm-usb-laptop': 'slow',
      'weiner-usb-small': 'same',
    },
  },
  {
    title: 'Writers and dirty pages',
    scenarios: {
      'weiner-2zone': 'faster',
      'weiner-2g-fsmark': 'reclaim',
      'fsmark-xfs-512m': 'reclaim',
      'fsmark-xfs-1024m': 'reclaim',
      'fsmark-xfs-4608m': 'faster',
      'simple-wb-512m': 'reclaim',
      'simple-wb-1024m': 'reclaim',
      'simple-wb-4608m': 'reclaim',
      'mmap-strm-512m': 'reclaim',
      'mmap-strm-1024m': 'reclaim',
      'mmap-strm-4608m': 'slow',
    },
  },
  {
    title: 'Readers and the page cache',
    scenarios: {
      'hansen-dd': 'reclaim',
      'hansen-round-robin': 'same',
      'iozone-mel001': 'reclaim',
      'cache-zipf': 'reclaim',
    },
  },
  { title: 'Swap', scenarios: { 'kim-build': 'reclaim' } },
  { title: 'Page by page', scenarios: { 'teaching-machine': 'reclaim' } },
  {
    title: 'Measured on a real kernel',
    scenarios: {
      'real-write-3x-ram': 'single',
      'real-cyclic-read-115pct': 'single',
      'real-anon-hog-120pct-swap': 'single',
    },
  },
];

/** What to expect; null for a scenario that nobody has placed. */
export function expectationOf(id: string): Expectation | null {
  return GROUPS.map(({ scenarios }) => scenarios[id]).find((known) => known !== undefined) ?? null;
}

/** A part of the gallery. */
export interface Shelf {
  title: string;
  items: GalleryItem[];
}

/** The groups with what has all the words of the filter; scenarios that nobody has placed come last. */
export function shelvesOf(
  gallery: readonly GalleryItem[],
  catalogue: Catalogue,
  filter: string,
): Shelf[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (item: GalleryItem) => {
    const text = textOf(item, catalogue);
    return words.every((word) => text.includes(word));
  };
  const placed = GROUPS.map(({ title, scenarios }) => ({
    title,
    items: Object.keys(scenarios).flatMap((id) => gallery.filter((item) => item.id === id)),
  }));
  const others = gallery.filter(({ id }) => expectationOf(id) === null);
  return [...placed, { title: 'Others', items: others }]
    .map(({ title, items }) => ({ title, items: items.filter(fits) }))
    .filter(({ items }) => items.length > 0);
}

function textOf({ id, scenario }: GalleryItem, catalogue: Catalogue): string {
  const expected = expectationOf(id);
  return [
    id,
    scenario.title,
    scenario.description,
    summaryOf(scenario),
    kernelsOf(catalogue, scenario),
    expected && EXPECTATIONS[expected],
    watchOf(id),
  ]
    .join(' ')
    .toLowerCase();
}
