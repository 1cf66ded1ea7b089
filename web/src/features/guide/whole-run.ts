/** Shows why the lanes differ in a run that nobody has seen yet: the address asks for that. */
import { goToMoment } from '../../core/lab/moment.ts';
import { useLab, type LabStore } from '../../core/lab/store.ts';
import { END_NS } from '../../core/lab/timeline.ts';
import { differenceOf } from './difference.ts';
import { showWhy } from './why.ts';

/**
 * Goes to the moment that shows why. Both lanes run to their end first, since only then it is known what one of them never
 * gets to. Whoever stops them or opens another run stays there.
 */
export async function showWhyOfWhole(): Promise<void> {
  // Once: what is copied from now on does not ask for it.
  const address = new URL(window.location.href);
  address.searchParams.delete('why');
  window.history.replaceState(window.history.state, '', address);
  const atNs = await whyOfWhole();
  if (atNs !== null) {
    showWhy(atNs);
  }
}

/** The moment that shows why, once both lanes have run to their end; null where they do not differ, or were stopped. */
async function whyOfWhole(): Promise<number | null> {
  const { openings } = useLab.getState();
  if ((await goToMoment({ seconds: END_NS / 1e9 })) !== 'there') {
    return null;
  }
  return new Promise((resolve) => {
    const look = (state: LabStore) => {
      const { divergence } = state;
      const gone = state.openings !== openings || state.goalNs !== null;
      const atNs = differenceOf(state);
      if (gone || divergence.status === 'none' || atNs !== null) {
        stop();
        resolve(gone ? null : atNs);
      }
    };
    const stop = useLab.subscribe(look);
    look(useLab.getState());
  });
}
