/** What somebody needs who is to fix it: what happened, the link that shows it, and what it ran in. */
import { formatSeconds, formatSpeed } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import { laneSetting, LANES, laneTitle } from '../../core/lab/lanes.ts';
import { useLab, type Failure } from '../../core/lab/store.ts';

/** Lines of the trace at most: what is deepest comes first. */
const TRACE_LINES = 12;

/** What happened, and where the run was. */
export type Happening = Pick<Failure, 'message' | 'trace' | 'moment' | 'reachedNs' | 'again'> & {
  /** What kind of thing it is: `storage`, say. */
  cause: string;
};

/** Something that does not stop the run. */
export function happeningNow(cause: string, message: string): Happening {
  const reachedNs = lab.lanes.nowNs();
  return { cause, message, trace: '', moment: lab.moment(), reachedNs, again: false };
}

/** Where it happened. */
export interface Circumstances {
  /** The address that shows the run at its moment. */
  link: string;
  /** Of the page, as the build has written it. */
  version: string;
  browser: string;
  /** The wall clock, as ISO 8601 has it. */
  at: string;
}

/** The circumstances of this page. */
export function circumstances(link: string | null): Circumstances {
  const address = new URL(window.location.href);
  if (link !== null) {
    address.hash = link;
  }
  const meta = document.querySelector<HTMLMetaElement>('meta[name="version"]');
  const { userAgent, hardwareConcurrency, language } = navigator;
  const size = `${window.innerWidth}×${window.innerHeight} at ${window.devicePixelRatio}`;
  return {
    link: address.href,
    version: meta?.content ?? 'development',
    browser: `${userAgent}; ${hardwareConcurrency} processors, ${size}, ${language}`,
    at: new Date().toISOString(),
  };
}

/** The report as text; `title` says what is told. */
export function reportText(title: string, happening: Happening, where: Circumstances): string {
  const { scenario, catalogue, speed, engineVersion } = useLab.getState();
  const { moment, reachedNs, cause, message, trace, again } = happening;
  const pace = moment.goesOn ? `played at ${formatSpeed(speed)}` : 'standing still';
  const lines = [
    `Reclaim Lab: ${title}`,
    `Happened: ${cause}: ${message}${again ? ' (again)' : ''}`,
    `Moment: ${formatSeconds(moment.nowNs, 6)}, ${pace}; both lanes had come to ${formatSeconds(reachedNs, 6)}`,
    ...(scenario
      ? [
          `Scenario: ${scenario.title}`,
          ...LANES.map(
            (lane) =>
              `Lane ${lane.toUpperCase()}: ${laneTitle(catalogue, laneSetting(scenario, lane), reachedNs)}`,
          ),
        ]
      : []),
    `Link: ${where.link}`,
    `Version: ${where.version}, engine ${engineVersion === '' ? 'not started' : engineVersion}`,
    `Browser: ${where.browser}`,
    `Time: ${where.at}`,
    ...(trace === '' ? [] : ['Trace:', ...trace.split('\n').slice(0, TRACE_LINES)]),
  ];
  return `${lines.join('\n')}\n`;
}
