/** The built-in scenarios as documents, for the parts that show or open any of them. */
import type { Scenario, Catalogue } from '../../engine/types.ts';
import { laneSetting, laneTitle } from '../lab/lanes.ts';
import { OPENING_ID } from './opening-id.ts';

/** A scenario with its id, which is its file name without the extension. */
export interface GalleryItem {
  id: string;
  scenario: Scenario;
}

// Import the scenarios as text. Otherwise this file would share the JSON module of the opening scenario with the page's
// first files, because gallery.ts imports it too.
const files = import.meta.glob<string>('../../../../public/gallery/*.json', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** All built-in scenarios; the one with which the page opens comes first. */
export const gallery: readonly GalleryItem[] = Object.entries(files)
  .map(([path, text]) => ({
    id: path.replace(/^.*\/|\.json$/g, ''),
    scenario: JSON.parse(text) as Scenario,
  }))
  .sort((a, b) => rank(a.id) - rank(b.id) || a.id.localeCompare(b.id));

function rank(id: string): number {
  return id === OPENING_ID ? 0 : id.startsWith(OPENING_ID) ? 1 : 2;
}

/** Returns the id of the built-in scenario with this title, for a link or a session; null if there is none. */
export function idOfTitle(title: string): string | null {
  return gallery.find(({ scenario }) => scenario.title === title)?.id ?? null;
}

/** Names the two kernels that a scenario compares. */
export function kernelsOf(catalogue: Catalogue, scenario: Scenario): string {
  const [a, b] = (['a', 'b'] as const).map((lane) =>
    laneTitle(catalogue, laneSetting(scenario, lane), 0),
  );
  return a === b ? `${a} in both lanes` : `${a} vs. ${b}`;
}

/** What to watch in the built-in scenarios, by id. */
const WATCH: Readonly<Record<string, string>> = {
  'weiner-usb':
    'the Normal zone fill with dirty pages once reclaim begins: nr_vmscan_write and kswapd efficiency differ.',
  'weiner-usb-small':
    'both lanes run at the speed of the stick: reclaim finds clean pages in both, and nothing differs.',
  'weiner-2g-fsmark': 'the DMA zone, allocstall and kswapd efficiency.',
  'fsmark-xfs-512m': 'nr_vmscan_write and pgrotated: A writes dirty pages, B only marks them.',
  'fsmark-xfs-1024m': 'allocstall and nr_vmscan_write: the series avoids both.',
  'fsmark-usb-laptop': "allocstall, nr_vmscan_write, and the stick's requests in the device strip.",
  'simple-wb-512m': 'kswapd efficiency and pgrotated as the number of writers doubles.',
  'simple-wb-1024m': 'kswapd efficiency and pgrotated as the number of writers doubles.',
  'weiner-2zone': 'the DMA zone in the map, which fills with dirty pages.',
  'fsmark-xfs-4608m': 'the Normal zone, nr_vmscan_write and pgrotated.',
  'simple-wb-4608m': 'kswapd efficiency and pgrotated as the number of writers doubles.',
  'mmap-strm-512m':
    'mapped pages that reclaim keeps for another round, then the swap requests in the device strip.',
  'mmap-strm-1024m':
    'mapped pages that reclaim keeps for another round, then the swap requests in the device strip.',
  'mmap-strm-4608m':
    'mapped pages that reclaim keeps for another round, then the swap requests in the device strip.',
  'simple-wb-usb-laptop': "the stick's requests in the device strip, and allocstall.",
  'mmap-strm-usb-laptop': 'the swap requests in the device strip each time a program starts.',
  'iozone-mel001':
    'the active file list: in A old metadata stays on it. Then the waits of kswapd (ksd_stall) and the throughput while programs read.',
  'hansen-round-robin':
    'tree_lock_rounds and pgsteal: about one page per round in both lanes, and a little more CPU time in B.',
  'hansen-dd':
    'tree_lock_rounds: in lane B, one round for each run of up to 32 adjacent file pages.',
  'kim-build':
    'pgrotated and allocstall: swapped-out pages are freed when their write ends, without a second scan.',
  'real-write-3x-ram': 'the inactive file list from head to tail: dirty pages stay near the head.',
  'real-cyclic-read-115pct':
    'the inactive file list: pages leave at the tail just before they are read again.',
  'real-anon-hog-120pct-swap': 'anon pages in the map, and the swap requests in the device strip.',
  'cache-zipf':
    'the two file lists, where pages that are read twice become active, and workingset_refault in lane B.',
  'teaching-machine':
    'single pages: press S for slow motion, then M for a batch with several outcomes.',
};

/** Returns what to watch in a scenario; null if there is no such text. */
export function watchOf(id: string): string | null {
  return WATCH[id] ?? null;
}
