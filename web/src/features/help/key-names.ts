/** What the keys do, in words: keys.ts does it. */

/** The keys, for the list of them. */
export const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['Space', 'play and pause'],
  ['→ ←', 'one step forth or back, then pause'],
  ['U', 'what a step goes by: event, decision, batch, time'],
  ['Shift →', 'one second of virtual time, then pause'],
  ['Shift ←', 'back by a second'],
  ['↑ ↓', 'faster, slower'],
  ['R', 'restart'],
  ['Ctrl Z', 'undo the last change: scenario, kernel, switch, pin, zoom; speed and steps stay'],
  ['Ctrl Shift Z', 'redo'],
  ['V', 'counters of both lanes, as in /proc/vmstat'],
  ['/', 'find a page, a task, a counter, a moment'],
  ['+ - 0', 'on a page map: closer, further, all of it; arrows move'],
  ['Esc', 'lets the pinned page go'],
  ['P', 'a report of one page, to print or send'],
  ['T', 'a tour of the page, in under two minutes'],
  ['L', 'lessons'],
  ['G', 'large type, for a projector'],
  ['S', 'slow motion: a reclaim batch page by page'],
  ['?', 'this list, and which build this is'],
];
