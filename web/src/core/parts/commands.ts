/** What one feature may ask of another that it does not know. Who can do it offers it; who wants it says so. */

/** What can be asked for. */
export type Command =
  'tour' | 'plain-words' | 'slow-motion' | 'report' | 'scenario-form' | 'scenario-json';

const offered = new Map<Command, () => void>();
/** What was asked for before anybody offered it. */
const wanted = new Set<Command>();

/** Offers to do what is asked for, and does it if it was asked for before. */
export function offer(command: Command, run: () => void): void {
  offered.set(command, run);
  if (wanted.delete(command)) {
    run();
  }
}

/** Asks for it. Where the part that can do it is still being fetched, it is done as soon as that is there. */
export function request(command: Command): void {
  const run = offered.get(command);
  if (run) {
    run();
  } else {
    wanted.add(command);
  }
}
