/** Starts the page. */
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/layout.css';
import './ui/styles/dialogs.css';
import './ui/styles/mechanisms.css';
import './ui/styles/lane.css';
import './ui/styles/map.css';
import './ui/styles/tasks.css';
import './ui/styles/changes.css';
import './ui/styles/counters.css';
import './ui/styles/transport.css';
import './slow/ui/styles/slow.css';
import './slow/ui/styles/stage.css';
import './slow/ui/styles/aside.css';
import './ui/styles/touch.css';

import { createRoot } from 'react-dom/client';

import { gallery, OPENING_ID } from './lab/gallery.ts';
import { lab } from './lab/lab.ts';
import { playsByItself } from './lab/motion.ts';
import { useLab } from './lab/store.ts';
import { PartingFinder } from './lab/parting.ts';
import { Address } from './link/address.ts';
import { startTheme } from './theme/theme.ts';
import { App } from './ui/App.tsx';

const root = document.getElementById('root');
if (root === null) {
  throw new Error('index.html has no element with the id "root"');
}

startTheme();
createRoot(root).render(<App />);

try {
  const address = new Address(await lab.start());
  new PartingFinder().start();
  if (!address.openHere()) {
    const { notice } = useLab.getState();
    const opening = gallery.find(({ id }) => id === OPENING_ID) ?? gallery[0];
    if (opening) {
      lab.open(opening.scenario, opening.id, playsByItself());
    }
    useLab.setState({ notice: notice ?? useLab.getState().notice });
  }
} catch (error) {
  lab.fail(error instanceof Error ? error.message : String(error));
}
