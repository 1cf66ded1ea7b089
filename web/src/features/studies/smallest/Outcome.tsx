/** The smallest machine that was found, beside the scenario that it comes from. */
import { useEffect, useState, type ReactElement } from 'react';

import { formatCount, formatDuration, formatNumber } from '../../../base/format.ts';
import { PAGES_OF_MIB } from '../../../core/machine/ram.ts';
import { saveScenario } from '../../../core/storage/save.ts';
import { loadDocuments } from '../../../engine/documents.ts';
import { problemsOf, sentenceOf } from '../../../engine/problems.ts';
import type { Scenario } from '../../../engine/types.ts';
import { labAddress } from '../route.ts';
import type { SearchProgress } from '../types.ts';
import { CopyLink } from '../ui/CopyLink.tsx';
import type { Found } from './kept.ts';

const MS = 1e6;

/** Pages as MiB: machines of this view may have less than a few. */
export function ramWords(pages: number): string {
  const mib = pages / PAGES_OF_MIB;
  return `${formatNumber(mib, mib < 10 && !Number.isInteger(mib) ? 1 : 0)} MiB`;
}

/** The outcome. */
export function Outcome({ found }: { found: Found }): ReactElement {
  const { how, condition, before, after, smaller } = found;
  const tries = after.tries === 1 ? '1 try' : `${formatCount(after.tries)} tries`;
  return (
    <>
      <p>
        {how === 'done' && `No step makes it smaller and keeps the condition, after ${tries}.`}
        {how === 'stopped' && `Stopped after ${tries}: it may get smaller still.`}
        {how === 'all tried' &&
          `${tries} were allowed, and all are used: with more it may get smaller still.`}
      </p>
      {smaller ? <Sizes before={before} after={after} /> : <p>No smaller scenario was found.</p>}
      <p className="quiet smallest-condition">
        Condition: <code>{condition}</code>
      </p>
      {smaller && <Actions document={found.document} />}
    </>
  );
}

interface SizesProps {
  before: SearchProgress;
  after: SearchProgress;
}

function Sizes({ before, after }: SizesProps): ReactElement {
  const lines: [title: string, of: (size: SearchProgress) => string, more?: typeof ramOf][] = [
    ['RAM', ({ pages }) => `${formatCount(pages)} pages`, ramOf],
    ['Programs', ({ programs }) => formatCount(programs)],
    ['Longest virtual time', ({ longest_ms: ms }) => formatDuration(ms * MS)],
  ];
  return (
    <table className="smallest-sizes number">
      <thead>
        <tr>
          <td />
          <th scope="col">Before</th>
          <th scope="col">Smallest</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([title, of, more]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            {[before, after].map((size, at) => (
              <td key={at}>
                {of(size)} {more && <span className="quiet">{more(size)}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ramOf({ pages }: SearchProgress): string {
  return ramWords(pages);
}

/** What can be done with the scenario. */
function Actions({ document }: { document: string }): ReactElement {
  const { scenario, link, problem } = useChecked(document);
  const lab = link === null ? null : addressOf(link, scenario);
  return (
    <>
      <div className="study-actions">
        {lab !== null && (
          <a className="button button-primary" href={lab}>
            Open in the Lab
          </a>
        )}
        {lab !== null && <CopyLink link={lab} otherwise="Copy it in the Lab" />}
        {scenario && (
          <button type="button" className="button" onClick={() => saveScenario(scenario, {})}>
            Save scenario
          </button>
        )}
      </div>
      {problem !== '' && <p className="form-bad">{problem}</p>}
    </>
  );
}

/** The Lab goes to the first difference of two lanes; without lane B there is none to go to. */
function addressOf(link: string, scenario: Scenario | null): string {
  return scenario?.against ? labAddress(link) : `./#${link}`;
}

interface Checked {
  scenario: Scenario | null;
  /** Null where it is too large for one, or not written yet. */
  link: string | null;
  problem: string;
}

const UNCHECKED: Checked = { scenario: null, link: null, problem: '' };

/** The scenario of a document, and the link to it. */
function useChecked(document: string): Checked {
  const [checked, setChecked] = useState(UNCHECKED);
  useEffect(() => {
    let here = true;
    const set = (to: Partial<Checked>) => here && setChecked((was) => ({ ...was, ...to }));
    const write = async () => {
      const { check, encodeLink } = await loadDocuments();
      const { scenario, problems } = check(document);
      set({ scenario: scenario ?? null, problem: problems?.map(sentenceOf).join(' ') ?? '' });
      if (scenario) {
        set({ link: encodeLink(document, '{}') });
      }
    };
    write().catch((error: unknown) =>
      set({ problem: problemsOf(error).map(sentenceOf).join(' ') }),
    );
    return () => {
      here = false;
    };
  }, [document]);
  return checked;
}
