/** The gallery, the user's own scenarios, and the commands for files and documents. */
import { useRef, useState, type ReactElement, type ReactNode } from 'react';

import { formatPagesAsSize } from '../../base/format.ts';
import {
  gallery,
  idOfTitle,
  kernelsOf,
  watchOf,
  type GalleryItem,
} from '../../core/gallery/documents.ts';
import { summaryOf } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import { useLab } from '../../core/lab/store.ts';
import { pagesOf } from '../../core/machine.ts';
import { momentaryState, toLinkView } from '../../core/link/state.ts';
import { request } from '../../core/parts.tsx';
import { saveScenario } from '../../core/storage/files.ts';
import type { Catalogue, Scenario } from '../../engine/types.ts';
import { Dialog } from '../../widgets/Dialog.tsx';
import { NamedScenarios } from './NamedScenarios.tsx';
import './scenarios.css';

export interface ScenariosProps {
  scenario: Scenario;
  onClose: () => void;
}

interface ScenariosDialogProps extends ScenariosProps {
  /** The control that starts a study of the current run. */
  studies: ReactNode;
}

export function ScenariosDialog(props: ScenariosDialogProps): ReactElement {
  const { scenario, studies, onClose } = props;
  const galleryId = useLab((state) => state.galleryId) ?? idOfTitle(scenario.title);
  const dialog = useRef<HTMLDialogElement>(null);
  const choose = (item: GalleryItem) => {
    dialog.current?.close();
    lab.open(item.scenario, item.id, true);
  };
  return (
    <Dialog
      ref={dialog}
      id="gallery-title"
      title="Scenarios"
      className="scenarios"
      onClose={onClose}
    >
      {studies}
      <Gallery currentId={galleryId} onChoose={choose} />
      <NamedScenarios onOpened={() => dialog.current?.close()} />
      <div className="dialog-foot">
        <button
          type="button"
          className="button"
          onClick={() => saveScenario(scenario, toLinkView(momentaryState()))}
        >
          Save scenario
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            // Close first, so that the focus returns before the next dialog takes it.
            dialog.current?.close();
            request('scenario-json');
          }}
        >
          Edit or open a document…
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            dialog.current?.close();
            request('scenario-form');
          }}
        >
          Change the machine…
        </button>
      </div>
    </Dialog>
  );
}

interface GalleryProps {
  currentId: string | null;
  onChoose: (item: GalleryItem) => void;
}

/** Renders the built-in scenarios, in groups, with a filter. */
export function Gallery({ currentId, onChoose }: GalleryProps): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  const [filter, setFilter] = useState('');
  const shelves = shelvesOf(gallery, catalogue, filter);
  const count = shelves.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <>
      <div className="gallery-filter">
        <input
          type="search"
          aria-label="Filter the scenarios"
          placeholder="Filter: USB, swap, 3.10, fs_mark…"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
        <span role="status" className="quiet">
          {count} of {gallery.length}
        </span>
      </div>
      <div className="gallery">
        {shelves.map(({ title, items }) => (
          <section key={title} aria-label={title}>
            <h3 className="gallery-group">{title}</h3>
            <ul>
              {items.map((item) => (
                <li key={item.id}>
                  <GalleryButton
                    item={item}
                    current={item.id === currentId}
                    onChoose={() => onChoose(item)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {count === 0 && <p className="gallery-none quiet">No scenario contains all these words.</p>}
      </div>
    </>
  );
}

const PAGES_BELOW_NORMAL = 2 ** 20;

/**
 * Says up to which address a machine has RAM, if it has less RAM than that: the first 4 GiB have a hole for devices. A
 * machine with less than 2 GiB of RAM below has its zones from a test, not from such a hole.
 */
function holeNote({ machine }: Scenario): string {
  const above = machine.zones.find(({ name }) => name === 'Normal')?.present_pages ?? 0;
  const end = PAGES_BELOW_NORMAL + above;
  const below = pagesOf(machine) - above;
  return above === 0 || below < PAGES_BELOW_NORMAL / 2 || below >= PAGES_BELOW_NORMAL
    ? ''
    : ` · RAM up to address ${formatPagesAsSize(end)}, with a hole for devices`;
}

interface GalleryButtonProps {
  item: GalleryItem;
  current: boolean;
  onChoose: () => void;
}

function GalleryButton({ item, current, onChoose }: GalleryButtonProps): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  const { scenario, id } = item;
  const watch = watchOf(id);
  const expected = expectationOf(id);
  return (
    <button type="button" className="gallery-item" aria-current={current} onClick={onChoose}>
      <span className="gallery-title">
        <strong>{scenario.title}</strong>
        {expected && <span className={`chip chip-${expected}`}>{EXPECTATIONS[expected]}</span>}
      </span>
      <span className="quiet">
        {summaryOf(scenario)} · {kernelsOf(catalogue, scenario)}
        {holeNote(scenario)}
      </span>
      {scenario.description && <span>{scenario.description}</span>}
      {watch !== null && (
        <span>
          <strong>Watch</strong> {watch}
        </span>
      )}
    </button>
  );
}

/** How B differs from A, in complete runs of both with seed 1. */
export type Expectation = 'faster' | 'slower' | 'reclaim' | 'same' | 'single' | 'slow';

/** Texts for the expectations. */
const EXPECTATIONS: Readonly<Record<Expectation, string>> = {
  faster: 'B is faster',
  slower: 'B is slower',
  reclaim: 'same time, different reclaim',
  same: 'almost no difference',
  single: 'one kernel',
  slow: 'takes minutes to compute',
};

interface Group {
  title: string;
  scenarios: Readonly<Record<string, Expectation>>;
}

/**
 * The groups. B counts as faster or slower if it takes at least 3 % less or more time than A. Reclaim counts as
 * different if the pages that it writes, its direct reclaims or its lock rounds change by at least a tenth.
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
      'iozone-mel001': 'faster',
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

/** Returns how B differs from A in a scenario; null if it is in no group. */
export function expectationOf(id: string): Expectation | null {
  return GROUPS.map(({ scenarios }) => scenarios[id]).find((known) => known !== undefined) ?? null;
}

/** A group of the gallery. */
interface Shelf {
  title: string;
  items: GalleryItem[];
}

/** Returns the groups with the scenarios that contain all words of the filter; those in no group come last. */
function shelvesOf(gallery: readonly GalleryItem[], catalogue: Catalogue, filter: string): Shelf[] {
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
