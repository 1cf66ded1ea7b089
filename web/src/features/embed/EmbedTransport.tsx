/**
 * The embedded page (`?embed=map,charts#weiner-usb~t=20s`): which panels it shows, and the bar with the time controls
 * and the link to the whole page.
 */
import { useState, type MouseEvent, type ReactElement, type SyntheticEvent } from 'react';

import { formatSeconds } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import { useLab } from '../../core/lab/store.ts';
import { runEnd } from '../../core/lab/timeline.ts';
import { current } from '../../core/link/address.ts';
import { useTick } from '../../core/time.ts';
import { MomentSlider, PlayButton } from '../../widgets/run-controls.tsx';

/** Renders the bar below the panels. */
export function EmbedTransport(): ReactElement {
  const ready = useLab((state) => state.scenario !== null && state.failure === null);
  return (
    <footer className="embed-bar" aria-label="Virtual time">
      <PlayButton className="button-play" disabled={!ready} />
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
  // The address includes the time of the run, so compute it only when it is needed.
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

/** The panels that can be shown, in their order on the screen. */
export const EMBED_PANELS = ['map', 'tasks', 'decisions', 'charts'] as const;

export type EmbedPanel = (typeof EMBED_PANELS)[number];

/** The content of an embedded page. `rememberedTheme` in `base/page.ts` reads the theme. */
export interface EmbedConfig {
  panels: readonly EmbedPanel[];
  /** Requested names that are not panels. */
  unknown: readonly string[];
}

/** Parses the query of an address; null if the page is not embedded. The default is the map and the charts. */
export function embedOf(search: string): EmbedConfig | null {
  const query = new URLSearchParams(search);
  const value = query.get('embed');
  if (value === null) {
    return null;
  }
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const known = EMBED_PANELS.filter((panel) => names.includes(panel));
  return {
    panels: known.length > 0 ? known : ['map', 'charts'],
    unknown: names.filter((name) => !EMBED_PANELS.some((panel) => panel === name)),
  };
}

/** Returns the address of the whole page for the run that an iframe shows. */
export function wholePageAddress(framed: string, link: string | null): string {
  const address = new URL(framed);
  address.searchParams.delete('embed');
  address.searchParams.delete('theme');
  if (link !== null) {
    address.hash = link;
  }
  return address.href;
}
