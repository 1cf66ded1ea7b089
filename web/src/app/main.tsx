/** The Lab, in the order in which it comes to life; boot.ts has started the engine and the workers beside this. */
import { embedded, idle } from '../base/page.ts';
import { startTheme } from '../base/theme/theme.ts';
import { lab } from '../core/lab/lab.ts';
import { firstRun } from '../core/parts/first-run.ts';
import { startTypeSize } from '../core/type-size.ts';
import { useLessons } from '../features/lessons/store.ts';
import { App } from './App.tsx';
import { bringDocuments, findDivergence, keepOffline } from './afterwards.ts';
import { openFirst, show } from './opening.tsx';
import { fetchAhead } from './parts.ts';

startTheme();
if (!embedded) {
  void startTypeSize();
  show(<App />);
}
// Not awaited here: the parts that are fetched later import from this file, and would wait for its end.
void begin();

async function begin(): Promise<void> {
  await openFirst().catch((error: unknown) => lab.failures.page(error));
  // The first run has the page for itself until it runs.
  await firstRun();
  if (!embedded && new URLSearchParams(window.location.search).has('learn')) {
    useLessons.setState({ listShown: true });
  }
  await idle();
  await bringDocuments();
  await findDivergence();
  if (!embedded) {
    await fetchAhead();
    // The last of all: a newer version takes over only from a worker that has nothing to do.
    await keepOffline();
  }
}
