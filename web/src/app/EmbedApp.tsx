/** The page when another page embeds it: the chosen panels, the time controls, and a link to the whole page. */
import { useLayoutEffect, type ReactElement } from 'react';

import { lab } from '../core/lab/lab.ts';
import { LANES } from '../core/lab/lanes.ts';
import { useLab } from '../core/lab/store.ts';
import { ChangesPanel } from '../features/charts/ChangesPanel.tsx';
import { DecisionsOrPinned } from '../features/decisions/Decisions.tsx';
import { TasksCard } from '../features/device/TasksCard.tsx';
import {
  EMBED_PANELS,
  embedOf,
  EmbedTransport,
  type EmbedPanel,
} from '../features/embed/EmbedTransport.tsx';
import { FailureMessage, NoticeMessage } from '../features/failure/Messages.tsx';
import { LaneCard } from '../features/map/LaneCard.tsx';
import { LinkVerdict } from '../features/sharing/Share.tsx';
import { PageLegend } from '../widgets/Legend.tsx';
import '../features/embed/embed.css';

const config = embedOf(window.location.search) ?? { panels: ['map'], unknown: [] };

export function EmbedApp(): ReactElement {
  const scenario = useLab((state) => state.scenario);
  const failed = useLab((state) => state.failure !== null);
  useLayoutEffect(() => {
    // The listener is on the iframe's own window, so keys pressed in the outer page have no effect here.
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const rest = config.panels.filter((panel) => panel !== 'charts');
  return (
    <div className="embed">
      <header className="embed-head">
        <h1>{scenario?.title ?? 'Reclaim Lab'}</h1>
        {config.panels.includes('map') && <PageLegend />}
        <LinkVerdict />
      </header>
      <main className="embed-panels">
        <NoticeMessage />
        <FailureMessage />
        {config.unknown.length > 0 && <UnknownPanels names={config.unknown} />}
        {!scenario && !failed && <p className="loading">Loading the engine…</p>}
        {scenario && (
          <div className="embed-columns">
            {rest.length > 0 && (
              <div className="embed-column">
                {rest.map((panel) => (
                  <Part key={panel} panel={panel} />
                ))}
              </div>
            )}
            {config.panels.includes('charts') && <ChangesPanel />}
          </div>
        )}
      </main>
      <EmbedTransport />
    </div>
  );
}

function UnknownPanels({ names }: { names: readonly string[] }): ReactElement {
  const what = names.map((name) => `“${name}”`).join(', ');
  return (
    <p className="quiet" role="note">
      There is no panel {what}. The panels are {EMBED_PANELS.join(', ')}.
    </p>
  );
}

function Part({ panel }: { panel: Exclude<EmbedPanel, 'charts'> }): ReactElement {
  switch (panel) {
    case 'map':
      return (
        <>
          {LANES.map((lane) => (
            <LaneCard key={lane} lane={lane} />
          ))}
        </>
      );
    case 'tasks':
      return <TasksCard />;
    case 'decisions':
      return <DecisionsOrPinned />;
  }
}

function onKey(event: KeyboardEvent): void {
  const { target } = event;
  const taken =
    target instanceof HTMLElement && target.closest('input, button, a, summary, select');
  if (event.ctrlKey || event.metaKey || event.altKey || taken || event.defaultPrevented) {
    return;
  }
  if (event.key === ' ') {
    lab.toggle();
  } else if (event.key === 'ArrowRight') {
    lab.goTo(lab.lanes.nowNs() + 1e9);
  } else if (event.key === 'ArrowLeft') {
    lab.goTo(Math.max(0, lab.lanes.nowNs() - 1e9));
  } else {
    return;
  }
  event.preventDefault();
}
