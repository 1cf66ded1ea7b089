/** What one feature may ask of another that it does not know. Who can do it offers it; who wants it says so. */

/** What can be asked for. */
export type Command = 'tour' | 'slow-motion' | 'report' | 'scenario-form' | 'scenario-json';

const offered = new Map<Command, () => void>();

/** Offers to do what is asked for. */
export function offer(command: Command, run: () => void): void {
  offered.set(command, run);
}

/** Asks for it; nothing happens on a page where nobody offers it. */
export function request(command: Command): void {
  offered.get(command)?.();
}
