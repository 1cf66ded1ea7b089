/** The lists and flags of a small machine, moved on by what the engine noted of its pages. */
import { FLAG, type Decision, type ReasonName, LISTS } from '../../engine/types.ts';
import { listOf } from './frames.ts';

/** Lists from head to tail, and the flags of every frame. Never changed once it is in a scene. */
export interface Picture {
  lists: readonly (readonly number[])[];
  flags: Uint16Array;
}

/** What an event sets and clears, where it does. */
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
  // These two come before the reference test.
  Locked: [0, 0],
  UnderWriteback: [0, 0],
  Activated: [FLAG.active, FLAG.referenced | FLAG.young],
  NoSwap: [FLAG.active, FLAG.referenced | FLAG.young],
  Referenced: [FLAG.referenced, FLAG.young],
  Written: [FLAG.reclaim, FLAG.dirty],
  GivenBack: [0, 0xffff],
};

/** Decisions of shrink_page_list that come after the reference test, which clears what it finds. */
const TESTED = FLAG.referenced | FLAG.young;

/** A picture that moves. */
export class MovingPicture {
  readonly #lists: number[][];
  readonly #flags: Uint16Array;
  readonly #zoneOf: (frame: number) => number;

  constructor(lists: number[][], flags: Uint16Array, zoneOf: (frame: number) => number) {
    this.#lists = lists;
    this.#flags = flags;
    this.#zoneOf = zoneOf;
  }

  /** How it stands now. */
  copy(): Picture {
    return { lists: this.#lists.map((list) => [...list]), flags: this.#flags.slice() };
  }

  /** Flags of a frame now. */
  flags(frame: number): number {
    return this.#flags[frame] ?? 0;
  }

  /** Pages of a list that lie between a frame and the tail; -1 if it is not on that list. */
  #fromTail(list: number, frame: number): number {
    const pages = this.#lists[list] ?? [];
    const at = pages.lastIndexOf(frame);
    return at < 0 ? -1 : pages.length - 1 - at;
  }

  /** Takes a frame off the list that it is on. */
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

  /** Makes the move that an event tells. `settled` are the frame's flags where nothing more comes in this step. */
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

  /** Pages that shrink_active_list met before this one and left active have gone to the head, which is no event. */
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
   * Puts it right by the engine's own state at the end of a step. Gives the lists that stood otherwise. An active list
   * that is turned round is right: shrink_active_list leaves executable pages in use there, which is no event.
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

/** By how much the second list is the first one turned. */
function turn([first]: readonly number[], theirs: readonly number[]): number {
  return first === undefined ? 0 : theirs.indexOf(first);
}

function isSame(mine: readonly number[], theirs: readonly number[], shift: number): boolean {
  return (
    mine.length === theirs.length &&
    mine.every((frame, at) => theirs[(at + shift) % theirs.length] === frame)
  );
}
