/** The report of an error: one click copies it, and it can be read first. */
import { useEffect, useRef, useState, type ReactElement } from 'react';

import { formatSeconds, formatSpeed } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import { laneSetting, LANES, laneTitle } from '../../core/lab/lanes.ts';
import { useLab, type Failure } from '../../core/lab/store.ts';
import { current } from '../../core/link/address.ts';
import { documentsPart } from '../../core/parts.tsx';
import '../dialog.css';
import './problem-report.css';

/** Shown if the browser forbids copying; the whole text is then selected. */
const BY_HAND = 'Copy the selected text';

interface ReportProps {
  /** The heading of the report. */
  title: string;
  /**
   * Returns the error and the state of the run; called when the report is written, because the run may have continued.
   */
  happening: () => Happening;
}

/** Renders the buttons that copy and show the report, and the report itself while it is open. */
export function Report({ title, happening }: ReportProps): ReactElement {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  useEffect(() => {
    // The module that writes links may still be missing or fail to load; then the report takes the link from the
    // address bar.
    documentsPart.load().catch(() => undefined);
  }, []);
  const write = () => {
    const { module } = documentsPart;
    if (module) {
      current.address?.use(module);
    }
    const { scenario } = useLab.getState();
    const link = scenario && (current.address?.linkNow() ?? null);
    const written = reportText(title, happening(), circumstances(link));
    setText(written);
    return written;
  };
  useEffect(() => {
    if (said === BY_HAND) {
      field.current?.select();
    }
  }, [said]);
  const copy = () => {
    const report = write();
    // Some contexts (plain http, for example) have no clipboard.
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(report))
      .then(
        () => setSaid('Report copied'),
        () => {
          setOpen(true);
          setSaid(BY_HAND);
        },
      );
  };
  return (
    <>
      <div className="failure-report">
        <button type="button" className="button" onClick={copy}>
          {said === '' ? 'Copy report' : said}
          <span role="status" className="visually-hidden">
            {said}
          </span>
        </button>
        <button
          type="button"
          className="link-button"
          aria-expanded={open}
          onClick={() => {
            write();
            setOpen(!open);
          }}
        >
          {open ? 'Hide report' : 'Show report'}
        </button>
      </div>
      {open && (
        <textarea
          ref={field}
          className="document failure-text"
          aria-label="Report"
          readOnly
          rows={10}
          spellCheck={false}
          value={text}
        />
      )}
    </>
  );
}

// The data needed to fix the error: its message, the link to the run, and the environment.

/** Maximum number of lines of the stack trace; the innermost frames come first. */
const TRACE_LINES = 12;

/** An error, and the time of the run at which it occurred. */
type Happening = Pick<Failure, 'message' | 'trace' | 'moment' | 'reachedNs' | 'again'> & {
  /** The kind of error, for example `storage`. */
  cause: string;
};

/** Describes an error that does not stop the run. */
export function happeningNow(cause: string, message: string): Happening {
  const reachedNs = lab.lanes.nowNs();
  return { cause, message, trace: '', moment: lab.moment(), reachedNs, again: false };
}

/** The environment of the error. */
interface Circumstances {
  /** The address of the run, with the present moment. */
  link: string;
  /** The version of the page, written by the build. */
  version: string;
  browser: string;
  /** The wall-clock time in ISO 8601. */
  at: string;
}

/** Returns the environment of this page. */
function circumstances(link: string | null): Circumstances {
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

/** Returns the text of the report; `title` is its heading. */
function reportText(title: string, happening: Happening, where: Circumstances): string {
  const { scenario, catalogue, speed, engineVersion } = useLab.getState();
  const { moment, reachedNs, cause, message, trace, again } = happening;
  const pace = moment.goesOn ? `played at ${formatSpeed(speed)}` : 'paused';
  const lines = [
    `Reclaim Lab: ${title}`,
    `Error: ${cause}: ${message}${again ? ' (again)' : ''}`,
    `Virtual time: ${formatSeconds(moment.nowNs, 6)}, ${pace}; both lanes had reached ${formatSeconds(reachedNs, 6)}`,
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
