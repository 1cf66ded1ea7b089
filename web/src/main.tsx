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
import './ui/styles/keep.css';
import './embed/embed.css';
import './ui/styles/guide.css';
import './ui/styles/lessons.css';
import './ui/styles/report.css';
import './slow/ui/styles/slow.css';
import './slow/ui/styles/stage.css';
import './slow/ui/styles/aside.css';
import './ui/styles/touch.css';
import './ui/styles/large.css';

import { createRoot } from 'react-dom/client';

import { loadDocuments } from './engine/documents.ts';
import { embedOf } from './embed/config.ts';
import { EmbedApp } from './embed/EmbedApp.tsx';
import { startNamed } from './keep/named.ts';
import { Session } from './keep/session.ts';
import { gallery, OPENING_ID } from './lab/gallery.ts';
import { lab } from './lab/lab.ts';
import { playsByItself } from './lab/motion.ts';
import { useLab } from './lab/store.ts';
import { partingFinder } from './lab/parting.ts';
import { openByAddress } from './lessons/open.ts';
import { Address } from './link/address.ts';
import { current } from './link/current.ts';
import { startTheme } from './theme/theme.ts';
import { startTypeSize } from './theme/type-size.ts';
import { App } from './ui/App.tsx';

const root = document.getElementById('root');
if (root === null) {
  throw new Error('index.html has no element with the id "root"');
}

startTheme();
const embed = embedOf(window.location.search);
if (!embed) {
  startTypeSize();
}
createRoot(root).render(embed ? <EmbedApp config={embed} /> : <App />);

try {
  const linked = window.location.hash !== '';
  const [documents] = await Promise.all([linked ? loadDocuments() : null, lab.start()]);
  const address = new Address(documents, { writes: embed === null });
  current.address = address;
  // In a frame of another page nothing is kept, nor is anything of this browser's shown.
  const session = embed ? null : new Session(address);
  if (session) {
    startNamed();
  }
  if (!embed || embed.panels.includes('decisions')) {
    partingFinder.start();
  }
  if (!address.openHere(session?.reloadedAtNs()) && !session?.putBack()) {
    const { notice } = useLab.getState();
    const opening = gallery.find(({ id }) => id === OPENING_ID) ?? gallery[0];
    if (opening) {
      lab.open(opening.scenario, opening.id, playsByItself());
    }
    useLab.setState({ notice: notice ?? useLab.getState().notice });
  }
  session?.start();
  if (!documents) {
    address.use(await loadDocuments());
  }
  if (!embed) {
    await openByAddress();
  }
} catch (error) {
  lab.fail(error instanceof Error ? error.message : String(error));
}
