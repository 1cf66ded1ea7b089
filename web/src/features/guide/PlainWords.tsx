/** Explains the run, with the kernel's terms that it needs, and has the glossary of all of them. */
import { useRef, type ReactElement } from 'react';

import { formatSeconds } from '../../base/format.ts';
import { gallery, idOfTitle } from '../../core/gallery/documents.ts';
import { lab } from '../../core/lab/lab.ts';
import { plainTitle } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { lostZones } from '../../core/machine.ts';
import { useTick } from '../../core/time.ts';
import type { Scenario } from '../../engine/types.ts';
import { Dialog } from '../../widgets/Dialog.tsx';
import { Glossary } from '../../widgets/Glossary.tsx';
import { Words } from '../../widgets/Words.tsx';
import { deviceDifference } from './device-words.ts';
import { isBuiltIn } from './known-ends.ts';
import { knownEnds, outcomeNow, reclaimWords, timeWords } from './outcome.ts';
import './plain-words.css';

export function PlainWords({ onClose }: { onClose: () => void }): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  // The words on a changed run name its results so far.
  useTick('tables');
  const scenario = useLab((state) => state.scenario);
  const galleryId = useLab((state) => state.galleryId);
  const words = scenario && wordsOf(scenario, galleryId);
  return (
    <Dialog
      ref={dialog}
      id="plain-words-title"
      title="In plain words"
      className="plain-words"
      onClose={onClose}
    >
      <div className="plain-words-text">
        <Words text={ALWAYS} />
        <h3>This run</h3>
        <Words text={words?.run ?? []} />
        {words && words.builtIn.length > 0 && (
          <>
            <h3>Without your changes</h3>
            <Words text={words.builtIn} />
          </>
        )}
        <p>“Learn”, at the top of the page, has a lesson about each of these patches.</p>
        <h3>Kernel terms</h3>
        <Glossary />
      </div>
    </Dialog>
  );
}

/** The words on a run. */
interface RunWords {
  run: readonly string[];
  /** The words on the built-in scenario from which the run was changed; empty if they are those on the run. */
  builtIn: readonly string[];
}

/** Returns the words on a run. What is true of a built-in scenario need not be true after a change. */
export function wordsOf(scenario: Scenario, galleryId: string | null): RunWords {
  const plain = plainTitle(scenario.title);
  const id = galleryId ?? idOfTitle(plain);
  const original = gallery.find((item) => item.id === id)?.scenario;
  const { title, description } = original ?? scenario;
  const own = OF_SCENARIO[id ?? ''] ?? [description ?? title];
  if (!original || (plain === scenario.title && isBuiltIn(scenario, original))) {
    return { run: own, builtIn: [] };
  }
  const lost = lostZones(original.machine, scenario.machine);
  return lost === ''
    ? { run: [`You have changed “${title}”. ${resultWords()}`], builtIn: own }
    : {
        run: [
          `You have changed “${title}”: this machine has no zone ${lost}. Without it, the explanation of the built-in scenario does not apply here. ${resultWords()}`,
        ],
        builtIn: [],
      };
}

/** Describes the results of this run: at its end if that is known, otherwise so far. */
function resultWords(): string {
  const ends = knownEnds();
  if (ends) {
    return `At the end: ${timeWords(...ends)} ${reclaimWords(...ends)}${deviceDifference(...ends)}`;
  }
  if (useLab.getState().goalNs !== null) {
    return 'Both lanes are being computed.';
  }
  const outcome = outcomeNow();
  return outcome
    ? `${outcome.over ? 'Result:' : `So far, at ${formatSeconds(outcome.atNs)}:`} ${outcome.sentence}`
    : `So far, at ${formatSeconds(lab.lanes.nowNs())}, neither lane is clearly ahead.`;
}

// The texts: they explain each term of the kernel where it first occurs.

/** Texts for every run. */
export const ALWAYS: readonly string[] = [
  'This page simulates two machines, A and B, that do the same work. They differ only in their kernel. The simulation does not touch your own files.',
  'When programs read or write files, Linux keeps the data in memory, in pages of 4 KiB. A page that is newer than its copy on disk is dirty. When memory is full, reclaim takes back the pages that have been unused for the longest time. It frees a clean page at once; a dirty page must be written first.',
  'A kernel thread called the flusher also writes dirty pages: file by file, in their order on the device. Reclaim writes single pages in the order in which it finds them. Most devices are slower at that.',
];

/** Texts for built-in scenarios, by id. */
export const OF_SCENARIO: Readonly<Record<string, readonly string[]>> = {
  'weiner-usb': [
    'Here a program copies 8 GiB to a slow USB stick. The limit for dirty pages is a fifth of the memory that files can use. The kernel makes the program wait a little below it, because the limit of a single program that writes much is up to an eighth lower. But memory is divided into zones (ranges of addresses), and this limit ignores them. Once memory is full, many new pages go to the small zone Normal. After a while about half of Normal is dirty, although the machine as a whole stays below the limit.',
    'In A, kswapd (the thread that reclaims in the background) then finds dirty pages in Normal and writes them itself. It submits each page alone. The elevator, the queue in front of the device, merges neighbouring pages, so most still leave in larger requests. But on the stick these pages are far from where the copy writes. A cheap stick manages its flash in units of a few MiB, and only a few of them can be open for writing. To open another unit for a few pages, it first copies the rest of an open one. This is where A loses time. How the stick of 2011 worked is not known: this one has two open units of 4 MiB, like a card that was measured.',
    'In B, each zone has its own dirty limit. Once Normal reaches its limit, new pages go to the large zone DMA32, and reclaim finds clean pages in Normal. The limit holds for DMA32 too: at the first difference, DMA32 is over its limit, so B takes a page of Normal instead. All writes to the stick are in order.',
    'On Johannes Weiner’s machine in 2011, the copy took 912.6 s without the patch and 605.9 s with it. In the model, A loses less time: 208 s instead of 307 s in the median of three seeds, and the same 208 s with seed 1. The Results page shows all three seeds.',
  ],
};
