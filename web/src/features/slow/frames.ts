/** Page frames of a small machine by one number, and what their flags say. */
import {
  FLAG,
  COLOUR_BITS,
  type Decision,
  type Description,
  FRAME,
  FRAME_WORDS,
  type FrameInfo,
  LIST_HEAD,
  LIST_HEAD_WORDS,
  LISTS,
  type Machine,
  type PageState,
} from '../../engine/types.ts';

/** The zones of a machine one behind the other: a frame's number counts through all of them. */
export class FrameNumbers {
  readonly count: number;
  readonly #zones: readonly { name: string; start: number; frames: number; basePfn: number }[];

  constructor(description: Description) {
    let start = 0;
    this.#zones = description.zones.map(({ name, frames, base_pfn: basePfn }) => {
      const zone = { name, start, frames, basePfn };
      start += frames;
      return zone;
    });
    this.count = start;
  }

  /** The frame that a decision is about. */
  of({ zone, frame }: Pick<Decision, 'zone' | 'frame'>): number {
    const found = this.#zones.find(({ name }) => name === zone);
    return (found?.start ?? 0) + frame;
  }

  /** Physical page frame number. */
  pfn(frame: number): number {
    const zone = this.#zones[this.zoneOf(frame)];
    return zone ? zone.basePfn + frame - zone.start : frame;
  }

  /** Number of the zone that a frame lies in. */
  zoneOf(frame: number): number {
    return this.#zones.findLastIndex(({ start }) => frame >= start);
  }

  /** Name of a zone. */
  zoneName(zone: number): string {
    return this.#zones[zone]?.name ?? '';
  }

  /** The flags of every frame now. */
  flags(machine: Machine): Uint16Array {
    const all = new Uint16Array(this.count);
    this.#zones.forEach(({ start, frames }, zone) => {
      const words = machine.frames(zone, 0, frames);
      for (let frame = 0; frame < frames; frame += 1) {
        all[start + frame] = (words[frame * FRAME_WORDS + FRAME.state] ?? 0) >>> COLOUR_BITS;
      }
    });
    return all;
  }

  /** Every list from head to tail; list `n` of zone `z` stands at `4 z + n`. */
  lists(machine: Machine): number[][] {
    const lists: number[][] = this.#zones.flatMap(() => LISTS.map(() => []));
    const rows = machine.lists();
    for (let at = 0; at < rows.length;) {
      const number = (word: keyof typeof LIST_HEAD) => rows[at + LIST_HEAD[word]] ?? 0;
      const zone = number('zone');
      const from = at + LIST_HEAD_WORDS;
      const end = from + number('length');
      const start = this.#zones[zone]?.start ?? 0;
      lists[zone * LISTS.length + number('list')] = Array.from(
        rows.subarray(from, end),
        (frame) => start + frame,
      );
      at = end;
    }
    return lists;
  }

  /** What a frame holds now, in words. */
  holds(machine: Machine, frame: number): string {
    const zone = this.zoneOf(frame);
    const text = machine.frame(zone, frame - (this.#zones[zone]?.start ?? 0));
    return (JSON.parse(text) as FrameInfo | null)?.holds ?? '';
  }
}

/** The list on which a page with these flags belongs. */
export function listOf(zone: number, flags: number): number {
  const type = flags & FLAG.swapbacked ? 'anon' : 'file';
  const list = LISTS.indexOf(`${flags & FLAG.active ? 'active' : 'inactive'}_${type}`);
  return zone * LISTS.length + list;
}

/** The state by which a page on a list or in a batch is coloured, as in the page map. */
export function stateOf(flags: number): PageState {
  if (flags & FLAG.writeback) return 'writeback';
  if (flags & FLAG.swapbacked) return 'anon';
  if (flags & FLAG.dirty) return 'dirty';
  return flags & FLAG.active ? 'cleanActive' : 'cleanInactive';
}

/** The letters on a tile: what tells states apart without colour. */
export function lettersOf(flags: number): string {
  const letters = [
    flags & FLAG.writeback ? 'w' : flags & FLAG.dirty ? 'd' : '',
    flags & (FLAG.referenced | FLAG.young) ? 'r' : '',
    flags & FLAG.active ? 'a' : '',
    flags & FLAG.reclaim ? 'R' : '',
  ];
  return letters.join('');
}

/** The state of a page in words, the kernel's names where it has them. */
export function wordsOf(flags: number): string {
  const words = [
    flags & FLAG.swapbacked ? 'anonymous' : 'page of a file',
    flags & FLAG.writeback ? 'under writeback' : flags & FLAG.dirty ? 'dirty' : 'clean',
    flags & FLAG.referenced ? 'PG_referenced' : '',
    flags & FLAG.mapped ? (flags & FLAG.young ? 'mapped, used since' : 'mapped') : '',
    flags & FLAG.active ? 'PG_active' : '',
    flags & FLAG.reclaim ? 'PG_reclaim' : '',
    flags & FLAG.locked ? 'PG_locked' : '',
  ];
  return words.filter((word) => word !== '').join(' · ');
}
