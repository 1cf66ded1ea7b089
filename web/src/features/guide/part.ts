/**
 * The part of the guide that the page loads later: the question of each built-in scenario by its id, the line under a
 * lane, and the card with the outcome.
 */
import { gallery, idOfTitle } from '../../core/gallery/documents.ts';
import { OPENING_QUESTION } from '../../core/gallery/gallery.ts';
import { OPENING_ID } from '../../core/gallery/opening-id.ts';
import { LANES, laneSetting, laneTitle, sameLanes, plainTitle } from '../../core/lab/lanes.ts';
import { sameWork } from '../../core/storage/open.ts';
import { catalogue } from '../../engine/catalogue.ts';
import type { Scenario } from '../../engine/types.ts';
import { foreseeEnds } from './known-ends.ts';

foreseeEnds();

const SERIES = 'the series that stops reclaim from writing file pages';

const QUESTIONS: Readonly<Record<string, string>> = {
  [OPENING_ID]: OPENING_QUESTION,
  'weiner-usb-small':
    'The copy to a USB stick at a sixteenth of the size: why do per-zone dirty limits change nothing here?',
  'weiner-2g-fsmark':
    'How often must programs reclaim memory themselves if the small DMA zone fills with dirty pages?',
  'weiner-2zone':
    'Why does the small DMA zone fill with dirty pages, and do per-zone dirty limits stop it?',
  'fsmark-xfs-512m': `Does ${SERIES} make a fast disk any faster?`,
  'fsmark-xfs-1024m': `How many direct reclaims does ${SERIES} save?`,
  'fsmark-xfs-4608m': `How many direct reclaims does ${SERIES} save on a machine with a Normal zone?`,
  'fsmark-usb-laptop': `A stick copies a whole block for each single page: how much time does ${SERIES} save?`,
  'simple-wb-512m': `What does ${SERIES} change as the number of writers doubles?`,
  'simple-wb-1024m': `What does ${SERIES} change as the number of writers doubles?`,
  'simple-wb-4608m': `What does ${SERIES} change as the number of writers doubles?`,
  'simple-wb-usb-laptop': `Two writers and a desktop share a slow stick: how much time does ${SERIES} save?`,
  'mmap-strm-512m': `What happens to pages written through mappings with ${SERIES}?`,
  'mmap-strm-1024m': `What happens to pages written through mappings with ${SERIES}?`,
  'mmap-strm-4608m': `What happens to pages written through mappings with ${SERIES}?`,
  'mmap-strm-usb-laptop': `Does a laptop swap less with ${SERIES}?`,
  'iozone-mel001': 'Why do reads get slow once metadata of old files fills half of the page cache?',
  'hansen-round-robin':
    'Does it help to remove pages in batches if neighbouring pages are rarely of the same file?',
  'hansen-dd': 'How many lock rounds does reclaim save if it removes pages in batches?',
  'kim-build': 'Is it worth freeing a swapped-out page as soon as its write ends?',
  'real-write-3x-ram':
    'Where on the list are dirty pages when a program writes three times the size of RAM?',
  'real-cyclic-read-115pct': 'Why is every page dropped just before it is read again?',
  'real-anon-hog-120pct-swap': 'What does a kernel do with a program that is larger than memory?',
  'cache-zipf': 'Does a kernel that remembers evicted pages choose better which pages to keep?',
  'teaching-machine': 'What does reclaim decide for each page?',
};

/**
 * Returns the question of a built-in scenario with its own kernels and switches; otherwise null. If a changed scenario
 * has other zones than the built-in one, or other devices, filesystems or programs than those in its title, returns a
 * general question: the effect that the question names may be gone.
 */
export function questionOf(scenario: Scenario, galleryId: string | null): string | null {
  const title = plainTitle(scenario.title);
  const id = galleryId ?? idOfTitle(title);
  const item = gallery.find((other) => other.id === id);
  const alike = item && sameZones(scenario, item.scenario) && sameWork(scenario, item.scenario);
  if (title !== scenario.title && !alike) {
    return changedQuestion(scenario);
  }
  return item && sameLanes(item.scenario, scenario) ? (QUESTIONS[item.id] ?? null) : null;
}

function sameZones({ machine }: Scenario, opened: Scenario): boolean {
  return JSON.stringify(machine.zones) === JSON.stringify(opened.machine.zones);
}

function changedQuestion(scenario: Scenario): string {
  const [a, b] = LANES.map((lane) => laneTitle(catalogue, laneSetting(scenario, lane), Infinity));
  return a === b
    ? `What does ${a} do on this machine and workload?`
    : `What does ${b} change compared with ${a} on this machine and workload?`;
}

export { BeforeChange } from './BeforeChange.tsx';
export { CaptionLine } from './CaptionLine.tsx';
export { OutcomeCard } from './OutcomeCard.tsx';
