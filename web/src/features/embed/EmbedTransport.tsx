/** Time in a frame: play, pause, go to a moment, and the way to the whole page. */
import { useState, type MouseEvent, type ReactElement, type SyntheticEvent } from 'react';

import { formatSeconds } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import { runEnd } from '../../core/lab/run-end.ts';
import { useLab } from '../../core/lab/store.ts';
import { current } from '../../core/link/address.ts';
import { useTick } from '../../core/time/ticks.ts';
import { MomentSlider } from '../../widgets/MomentSlider.tsx';
import { Icon } from '../../widgets/icons.tsx';
import { wholePageAddress } from './config.ts';

/** The bar below the panels. */
export function EmbedTransport(): ReactElement {
  const playing = useLab((state) => state.playing);
  const ready = useLab((state) => state.scenario !== null && state.failure === null);
  return (
    <footer className="embed-bar" aria-label="Virtual time">
      <button
        type="button"
        className="button button-play"
        aria-label={playing ? 'Pause' : 'Play'}
        disabled={!ready}
        onClick={() => lab.play(!playing)}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <Moment ready={ready} />
      <WholePage />
    </footer>
  );
}

function Moment({ ready }: { ready: boolean }): ReactElement {
  useTick('figures');
  const untilMs = useLab((state) => state.scenario?.until_ms);
  const [pointedNs, setPointedNs] = useState<number | null>(null);
  return (
    <>
      <MomentSlider
        className="embed-slider"
        disabled={!ready}
        endNs={runEnd(lab.lanes, untilMs).ns}
        onPoint={setPointedNs}
      />
      <output className="embed-clock number" data-testid="now">
        {formatSeconds(pointedNs ?? lab.lanes.nowNs())}
      </output>
    </>
  );
}

function WholePage(): ReactElement {
  const link = useLab((state) => state.link);
  // A run that plays is somewhere else at each moment: the address is made when it is needed.
  const refresh = (event: SyntheticEvent<HTMLAnchorElement> | MouseEvent<HTMLAnchorElement>) => {
    event.currentTarget.href = addressNow();
  };
  return (
    <a
      className="button"
      href={wholePageAddress(link === '' ? window.location.href : link, null)}
      target="_blank"
      rel="noopener"
      onPointerDown={refresh}
      onFocus={refresh}
      onClick={refresh}
    >
      Open in Reclaim Lab
    </a>
  );
}

function addressNow(): string {
  return wholePageAddress(window.location.href, current.address?.linkNow() ?? null);
}
