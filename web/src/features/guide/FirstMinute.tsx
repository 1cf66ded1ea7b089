/** The first screen's one sentence, and one thing to try. */
import { useEffect, useState, type ReactElement } from 'react';

import { playsByItself } from '../../base/page.ts';
import { lab } from '../../core/lab/lab.ts';
import { laneSetting, laneTitle } from '../../core/lab/lanes.ts';
import type { Moment } from '../../core/lab/moment.ts';
import { useLab } from '../../core/lab/store.ts';
import { request } from '../../core/parts/commands.ts';
import { ask } from '../../core/parts/part.ts';
import { useHeld } from '../../core/time/held.ts';
import { useTick } from '../../core/time/ticks.ts';
import type { Scenario } from '../../engine/types.ts';
import { guidePart } from './feature.ts';
import { firstSentence } from './first-sentence.ts';

/** Reclaim begins: a little later where nothing may move by itself. */
const BEGINS = { mark: 'kswapd_wakes', lane: 'a', within_seconds: 600 } as const;
const STILL_SECONDS = 25;
/** Virtual seconds a second from there on: slow enough to see the lanes part. */
const SPEED = 5;

/** Shown until it is dismissed, and not again in this tab. */
export function FirstMinute(): ReactElement | null {
  const scenario = useLab((state) => state.scenario);
  const failed = useLab((state) => state.failure !== null);
  const [shown, setShown] = useState(() => !wasSeen());
  useEffect(() => {
    window.addEventListener('pagehide', setSeen);
    return () => window.removeEventListener('pagehide', setSeen);
  }, []);
  if (!shown || failed || !scenario) {
    return null;
  }
  const dismiss = () => {
    setSeen();
    setShown(false);
  };
  return <Sentence key={scenario.title} scenario={scenario} onDismiss={dismiss} />;
}

type Tried = 'not' | 'going' | 'there' | 'missing';

interface SentenceProps {
  scenario: Scenario;
  onDismiss: () => void;
}

function Sentence({ scenario, onDismiss }: SentenceProps): ReactElement {
  const [tried, setTried] = useState<Tried>('not');
  const run = async () => {
    setTried('going');
    const guide = await ask(guidePart);
    if (!guide) {
      setTried('not');
      return;
    }
    const still = !playsByItself();
    const moment: Moment = still ? { ...BEGINS, after_seconds: STILL_SECONDS } : BEGINS;
    const reached = await guide.goToMoment(moment);
    setTried(reached === 'stopped' ? 'not' : reached);
    if (reached === 'there' && !still) {
      lab.setSpeed(SPEED);
      lab.play(true);
    }
  };
  return (
    <section className="hint" aria-label="What this is">
      <p role="status">
        <Words scenario={scenario} tried={tried} />
      </p>
      {tried === 'not' && (
        <button type="button" className="button button-primary" onClick={() => void run()}>
          See where reclaim begins
        </button>
      )}
      {tried !== 'not' && (
        <button
          type="button"
          className="button button-primary"
          disabled={tried === 'going'}
          onClick={() => {
            onDismiss();
            request('tour');
          }}
        >
          Take the tour
        </button>
      )}
      <button type="button" className="button button-quiet" onClick={onDismiss}>
        Hide
      </button>
    </section>
  );
}

function Words({ scenario, tried }: { scenario: Scenario; tried: Tried }): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  switch (tried) {
    case 'not': {
      const kernel = (lane: 'a' | 'b') => laneTitle(catalogue, laneSetting(scenario, lane), 0);
      return <>{firstSentence(scenario, kernel('a'), kernel('b'))}</>;
    }
    case 'going':
      return <>Running to the moment at which kswapd wakes in A…</>;
    case 'there':
      return <Now />;
    case 'missing':
      return <>{guidePart.module?.sentenceMissing(BEGINS.within_seconds)}</>;
  }
}

function Now(): ReactElement {
  useTick('tables');
  const headline = (lane: 'a' | 'b') => lab.lanes.state(lane)?.headline.text ?? '';
  const guide = guidePart.module;
  // Each lane's headline changes when it will; read out together they change once.
  return <>{useHeld(guide?.sentenceNow(headline('a'), headline('b'), guide.watchNow()), 1500)}</>;
}

const KEY = 'reclaim-lab.first-minute';

/** Whether it has. */
export function wasSeen(): boolean {
  try {
    return window.sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** It has now. */
export function setSeen(): void {
  try {
    window.sessionStorage.setItem(KEY, 'seen');
  } catch {
    // Without storage it is shown again at the next visit.
  }
}
