/**
 * The state of a small machine: its frames numbered consecutively, the meaning of their flags, and lists and flags that
 * are updated by the engine's events.
 */
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
  type ReasonName,
} from '../../engine/types.ts';

/** Numbers the frames of all zones consecutively. */
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

  /** Returns the frame of a decision. */
  of({ zone, frame }: Pick<Decision, 'zone' | 'frame'>): number {
    const found = this.#zones.find(({ name }) => name === zone);
    return (found?.start ?? 0) + frame;
  }

  /** Returns the physical page frame number of a frame. */
  pfn(frame: number): number {
    const zone = this.#zones[this.zoneOf(frame)];
    return zone ? zone.basePfn + frame - zone.start : frame;
  }

  /** Returns the number of a frame's zone. */
  zoneOf(frame: number): number {
    return this.#zones.findLastIndex(({ start }) => frame >= start);
  }

  /** Returns the name of a zone. */
  zoneName(zone: number): string {
    return this.#zones[zone]?.name ?? '';
  }

  /** Returns the current flags of all frames. */
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

  /** Returns all lists from head to tail; list `n` of zone `z` has the index `4 z + n`. */
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

  /** Describes the current content of a frame. */
  holds(machine: Machine, frame: number): string {
    const zone = this.zoneOf(frame);
    const text = machine.frame(zone, frame - (this.#zones[zone]?.start ?? 0));
    return (JSON.parse(text) as FrameInfo | null)?.holds ?? '';
  }
}

/** Returns the list for a page with these flags. */
export function listOf(zone: number, flags: number): number {
  const type = flags & FLAG.swapbacked ? 'anon' : 'file';
  const list = LISTS.indexOf(`${flags & FLAG.active ? 'active' : 'inactive'}_${type}`);
  return zone * LISTS.length + list;
}

/** Returns the state that determines the colour of a page on a list or in a batch, as on the page map. */
export function stateOf(flags: number): PageState {
  if (flags & FLAG.writeback) return 'writeback';
  if (flags & FLAG.swapbacked) return 'anon';
  if (flags & FLAG.dirty) return 'dirty';
  return flags & FLAG.active ? 'cleanActive' : 'cleanInactive';
}

/** Returns the letters on a tile, which distinguish states without colour. */
export function lettersOf(flags: number): string {
  const letters = [
    flags & FLAG.writeback ? 'w' : flags & FLAG.dirty ? 'd' : '',
    flags & (FLAG.referenced | FLAG.young) ? 'r' : '',
    flags & FLAG.active ? 'a' : '',
    flags & FLAG.reclaim ? 'R' : '',
  ];
  return letters.join('');
}

/** Describes the state of a page, with the kernel's names if there are any. */
export function wordsOf(flags: number): string {
  const words = [
    flags & FLAG.swapbacked ? 'anonymous' : 'file page',
    flags & FLAG.writeback ? 'under writeback' : flags & FLAG.dirty ? 'dirty' : 'clean',
    flags & FLAG.referenced ? 'PG_referenced' : '',
    flags & FLAG.mapped ? (flags & FLAG.young ? 'mapped, recently used' : 'mapped') : '',
    flags & FLAG.active ? 'PG_active' : '',
    flags & FLAG.reclaim ? 'PG_reclaim' : '',
    flags & FLAG.locked ? 'PG_locked' : '',
  ];
  return words.filter((word) => word !== '').join(' · ');
}

/** Lists from head to tail, and the flags of all frames. Immutable once it is in a scene. */
export interface Picture {
  lists: readonly (readonly number[])[];
  flags: Uint16Array;
}

/** The flags that an event sets and clears, if it changes any. */
const FLAGS: Readonly<Partial<Record<ReasonName, readonly [set: number, clear: number]>>> = {
  EntersCache: [0, 0xffff],
  EntersAnon: [FLAG.swapbacked | FLAG.active | FLAG.mapped | FLAG.young, 0xffff],
  SwappedIn: [FLAG.swapbacked | FLAG.swapcache, 0xffff],
  OnList: [FLAG.lru, 0],
  MarkedReferenced: [FLAG.referenced, 0],
  ActivatedByUse: [FLAG.active, FLAG.referenced],
  Dirtied: [FLAG.dirty, 0],
  WriteStarted: [FLAG.writeback, FLAG.dirty],
  WriteEnded: [0, FLAG.writeback | FLAG.reclaim],
  Isolated: [0, FLAG.lru],
  PutBack: [FLAG.lru, 0],
  Deactivated: [0, FLAG.active],
  GetsSlot: [FLAG.swapcache | FLAG.dirty, 0],
  // These two decisions are made before the reference test.
  Locked: [0, 0],
  UnderWriteback: [0, 0],
  Activated: [FLAG.active, FLAG.referenced | FLAG.young],
  NoSwap: [FLAG.active, FLAG.referenced | FLAG.young],
  Referenced: [FLAG.referenced, FLAG.young],
  Written: [FLAG.reclaim, FLAG.dirty],
  GivenBack: [0, 0xffff],
};

/** Flags that the reference test clears; decisions of shrink_page_list after it therefore clear them. */
const TESTED = FLAG.referenced | FLAG.young;

/** Lists and flags that events update. */
export class MovingPicture {
  readonly #lists: number[][];
  readonly #flags: Uint16Array;
  readonly #zoneOf: (frame: number) => number;

  constructor(lists: number[][], flags: Uint16Array, zoneOf: (frame: number) => number) {
    this.#lists = lists;
    this.#flags = flags;
    this.#zoneOf = zoneOf;
  }

  /** Returns a copy of the current state. */
  copy(): Picture {
    return { lists: this.#lists.map((list) => [...list]), flags: this.#flags.slice() };
  }

  /** Returns the current flags of a frame. */
  flags(frame: number): number {
    return this.#flags[frame] ?? 0;
  }

  /** Returns the number of pages between a frame and the tail of a list; -1 if it is not on that list. */
  #fromTail(list: number, frame: number): number {
    const pages = this.#lists[list] ?? [];
    const at = pages.lastIndexOf(frame);
    return at < 0 ? -1 : pages.length - 1 - at;
  }

  /** Removes a frame from its list. */
  #remove(frame: number): void {
    const first = this.#zoneOf(frame) * LISTS.length;
    for (let list = first; list < first + LISTS.length; list += 1) {
      const at = this.#lists[list]?.indexOf(frame) ?? -1;
      if (at >= 0) {
        this.#lists[list]?.splice(at, 1);
        return;
      }
    }
  }

  /**
   * Applies an event. `settled` are the frame's flags after the step if this is its last event in the step; otherwise
   * null.
   */
  apply({ reason, fate }: Decision, frame: number, settled: number | null): void {
    const zone = this.#zoneOf(frame);
    const [set, clear] = FLAGS[reason] ?? [0, fate === 'event' ? 0 : TESTED];
    const before = this.flags(frame);
    const after = settled ?? (before & ~clear) | set;
    switch (reason) {
      case 'OnList':
      case 'PutBack':
        this.#remove(frame);
        this.#lists[listOf(zone, after)]?.unshift(frame);
        break;
      case 'ActivatedByUse':
        this.#remove(frame);
        this.#lists[listOf(zone, after | FLAG.active)]?.unshift(frame);
        break;
      case 'Deactivated':
        this.#deactivate(frame, zone, before);
        break;
      case 'Rotated':
        this.#remove(frame);
        this.#lists[listOf(zone, before & ~FLAG.active)]?.push(frame);
        break;
      case 'Isolated':
      case 'FreedAtCompletion':
      case 'GivenBack':
        this.#remove(frame);
        break;
      default:
        break;
    }
    this.#flags[frame] = after;
  }

  /**
   * Applies a deactivation. The pages that shrink_active_list scanned before this one and left active have moved to the
   * head, without an event.
   */
  #deactivate(frame: number, zone: number, before: number): void {
    const active = listOf(zone, before | FLAG.active);
    const passed = this.#fromTail(active, frame);
    const list = this.#lists[active];
    for (let count = 0; list && count < passed; count += 1) {
      const tail = list.pop();
      if (tail !== undefined) {
        list.unshift(tail);
      }
    }
    this.#remove(frame);
    this.#lists[listOf(zone, before & ~FLAG.active)]?.unshift(frame);
  }

  /**
   * Replaces the state by the engine's own at the end of a step; returns the lists that differed. A rotated active list
   * counts as equal: shrink_active_list leaves referenced executable pages there, without an event.
   */
  settle(lists: number[][], flags: Uint16Array): number[] {
    const wrong = lists.flatMap((list, at) => {
      const mine = this.#lists[at] ?? [];
      const isActive = at % 2 === 1;
      return isSame(mine, list, isActive ? turn(mine, list) : 0) ? [] : [at];
    });
    this.#lists.splice(0, this.#lists.length, ...lists);
    this.#flags.set(flags);
    return wrong;
  }
}

/** Returns by how many places the second list is rotated relative to the first. */
function turn([first]: readonly number[], theirs: readonly number[]): number {
  return first === undefined ? 0 : theirs.indexOf(first);
}

function isSame(mine: readonly number[], theirs: readonly number[], shift: number): boolean {
  return (
    mine.length === theirs.length &&
    mine.every((frame, at) => theirs[(at + shift) % theirs.length] === frame)
  );
}
