/** The view of one study: its question, its runs, its results, and how reliable they are. */
import { useEffect, useId, useMemo, useState, type ReactElement } from 'react';

import { unbroken } from '../../../base/format.ts';
import { filled, holds, type Claim, type StudyTexts } from '../../../core/studies/texts.ts';
import { loadDocuments } from '../../../engine/documents.ts';
import type { Design, Factor, Study, StudyResult } from '../../../engine/generated/scenario.ts';
import { Line } from '../../../widgets/Words.tsx';
import { editCopy } from '../form/draft.ts';
import { keepOwn, useOwn } from '../library.ts';
import { canShow, fullTitle, measureOf } from '../measures.ts';
import { StudyPictures } from '../pictures/StudyPictures.tsx';
import { LookCloser, MoreSeeds, thresholdSentence } from './Threshold.tsx';
import {
  baseTitle,
  countOf,
  estimateWords,
  factorTitle,
  laneLine,
  laneNames,
  levelWords,
  machineLine,
  mechanismTitle,
  numberWords,
} from '../words.ts';
import { hashOf, labAddress } from '../route.ts';
import { session } from '../session.ts';
import { useStudies, type ShownStudy } from '../store.ts';
import { CopyLink, useTitle } from './CopyLink.tsx';
import { hasBegun, RunPanel, Trust } from './RunPanel.tsx';

export function StudyView({ study }: { study: ShownStudy }): ReactElement {
  const { gallery, study: document, stored } = study;
  const [measure, setMeasure] = useState(document.measures[0] ?? '');
  const chosen = canShow(document, measure) ? measure : (document.measures[0] ?? '');
  const description = document.description ?? '';
  const running = useStudies((state) => state.work?.kind === 'study');
  const shows = study.stored || hasBegun(study, running);
  useTitle(document.title);
  return (
    <>
      <h2 className="view-title">{document.title}</h2>
      {description !== '' && <p className="view-lead">{description}</p>}
      <Compared study={study.study} />
      <Threshold study={study} measure={chosen} />
      <Share study={study} />
      {gallery?.texts && (
        <Answer texts={gallery.texts} result={study.done === study.runs ? study.outcome : null} />
      )}
      {!stored && <RunPanel study={study} />}
      {shows && study.done > 0 && <Results study={study} measure={chosen} onMeasure={setMeasure} />}
      {stored && <Trust study={study} />}
      <About study={study} />
    </>
  );
}

/** Renders the scenario, and the kernel and mechanisms of each lane. */
function Compared({ study }: Pick<ShownStudy, 'study'>): ReactElement {
  const lines = [
    `Scenario: ${baseTitle(study)}`,
    machineLine(study),
    ...laneNames(study).map(laneLine),
  ].filter((line) => line !== null);
  return (
    <ul className="study-compared" aria-label="Scenario and lanes">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/**
 * Says at which value of the varied factor the lanes begin or cease to differ, once each combination has run with one
 * seed.
 */
function Threshold({
  study,
  measure,
}: {
  study: ShownStudy;
  measure: string;
}): ReactElement | null {
  const { outcome } = study;
  const sentence = useMemo(() => thresholdSentence(outcome, measure), [outcome, measure]);
  return sentence === '' ? null : <p className="study-threshold">{unbroken(sentence)}</p>;
}

/** Renders the button that copies the link, and what the link holds. */
function Share({ study }: { study: ShownStudy }): ReactElement {
  const runTime = useStudies((state) => state.runTime);
  const { link, gallery, stored, runs, done } = study;
  const address = gallery
    ? hashOf({ view: 'gallery', id: gallery.id })
    : link && hashOf({ view: 'link', link });
  // A link to a study of the gallery opens with the results that were computed in advance.
  const noted = done === runs && !(gallery !== null && stored);
  const time = runTime ? ` ${estimateWords(runs, runTime)}` : '';
  return (
    <div className="study-actions">
      <CopyLink link={address} otherwise="Copy it from the address bar" />
      {noted && (
        <p className="quiet study-share">
          The link holds the study, not its results: whoever opens it computes the{' '}
          {countOf(runs, 'run')}.{time} To pass on the results, save them as JSON.
        </p>
      )}
    </div>
  );
}

/** Renders the description of the study, and the actions for its document. */
function About({ study }: { study: ShownStudy }): ReactElement {
  const { link, gallery, stored } = study;
  const kept = useOwn(({ entries }) => entries.some((entry) => entry.link === link));
  const { title } = study.study;
  return (
    <section aria-labelledby="document-title">
      <h3 id="document-title" className="section-title">
        The study
      </h3>
      <div className="study-actions">
        {(stored || gallery) && link !== null && (
          <a className="button" href={hashOf({ view: 'link', link })}>
            Run it in this browser
          </a>
        )}
        <button
          type="button"
          className="button"
          onClick={() => {
            editCopy(study.document);
            session.go({ view: 'form' });
          }}
        >
          Edit a copy
        </button>
        {link !== null && !kept && !gallery && (
          <button
            type="button"
            className="button"
            onClick={() => keepOwn({ title, link, document: study.document })}
          >
            Save to “Yours”
          </button>
        )}
        <button type="button" className="button" onClick={() => session.saveStudy(study)}>
          Save study
        </button>
        <SmallestLink base={study.study.base} />
      </div>
      <Summary study={study.study} />
      <details className="study-json">
        <summary>JSON document</summary>
        <pre tabIndex={0}>{JSON.stringify(study.study, null, 2)}</pre>
      </details>
    </section>
  );
}

// The link from a study to the smallest machine of its base scenario.

/** Renders the link, and what it leads to; nothing if the scenario is too large for one. */
function SmallestLink({ base }: Pick<Study, 'base'>): ReactElement | null {
  const link = useBaseLink(base);
  const about = useId();
  return link === null ? null : (
    <>
      <a className="button" href={hashOf({ view: 'smallest', link })} aria-describedby={about}>
        Find the smallest machine
      </a>
      <span id={about} className="quiet study-share">
        Makes the scenario smaller step by step, as long as an effect that you choose remains.
      </span>
    </>
  );
}

/** Returns the link of a base scenario: for one of the gallery, its id. */
function useBaseLink({ gallery, scenario }: Study['base']): string | null {
  const document = (scenario ?? null) === null ? null : JSON.stringify(scenario);
  const [written, setWritten] = useState<{ document: string; link: string } | null>(null);
  useEffect(() => {
    let here = true;
    const write = async (text: string) => {
      const link = (await loadDocuments()).encodeLink(text, '{}');
      if (here) {
        setWritten({ document: text, link });
      }
    };
    if (document !== null) {
      write(document).catch(() => undefined);
    }
    return () => {
      here = false;
    };
  }, [document]);
  return gallery ?? (written?.document === document ? written.link : null);
}

// The texts of a gallery study: the question, the engine's answer, and how reliable it is.

/** Renders the texts with figures of this result. Without a result the engine's answer is not known. */
function Answer({
  texts,
  result,
}: {
  texts: StudyTexts;
  result: StudyResult | null;
}): ReactElement {
  const { by, where, date } = texts.asked;
  return (
    <section className="card study-answer" aria-labelledby="answer-title">
      <p>
        <strong>{texts.question}</strong>
      </p>
      <p className="quiet">
        Asked by {[by, where, date].filter((part) => part !== '').join(', ')}.
      </p>
      <h3 id="answer-title">The engine’s answer</h3>
      {result ? (
        <ul>
          {texts.says.map((claim) => (
            <ClaimLine key={claim.text} claim={claim} result={result} />
          ))}
        </ul>
      ) : (
        <p>The answer is computed with the study’s runs.</p>
      )}
      <h3>Reliability of the answer</h3>
      <ul>
        {texts.trust.map((text) => (
          <li key={text}>
            <Filled text={text} result={result} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Renders a claim; it is marked as untrue if it does not hold in this result. */
function ClaimLine({ claim, result }: { claim: Claim; result: StudyResult }): ReactElement {
  const held = claim.holds.every((condition) => holds(condition, result));
  return (
    <li>
      {!held && <strong>Not true for this result: </strong>}
      <Filled text={claim.text} result={result} />
    </li>
  );
}

/** Renders a text with its figures; computed figures stand out. */
function Filled({ text, result }: { text: string; result: StudyResult | null }): ReactElement {
  if (!result) {
    return <Line text={text.replace(/\{[^{}]*\}/g, '…')} />;
  }
  return (
    <>
      {filled(text, result).map(({ text: piece, computed }, at) =>
        computed ? <strong key={at}>{piece}</strong> : <Line key={at} text={piece} />,
      )}
    </>
  );
}

// The results of all runs together: plots, tables, and their export as files.

interface ResultsProps {
  study: ShownStudy;
  measure: string;
  onMeasure: (measure: string) => void;
}

function Results({ study, measure, onMeasure }: ResultsProps): ReactElement {
  const { outcome } = study;
  return (
    <section aria-labelledby="results-title" className="study-results">
      <div className="results-head">
        <h3 id="results-title" className="section-title">
          Results
        </h3>
        {study.done === study.runs && (
          <>
            <LookCloser result={outcome} measure={measure} />
            <MoreSeeds result={outcome} />
          </>
        )}
        <button type="button" className="button" onClick={() => void session.save('json')}>
          Save all as JSON
        </button>
        <button type="button" className="button" onClick={() => void session.save('csv')}>
          Save all as CSV
        </button>
      </div>
      <StudyPictures
        result={outcome}
        measure={measure}
        onMeasure={onMeasure}
        openPoint={(point) => {
          const link = outcome.points[point]?.link;
          if (link === undefined) {
            return;
          }
          // The runs would stop if another page replaced this one.
          if (useStudies.getState().work) {
            window.open(labAddress(link), '_blank', 'noopener');
          } else {
            window.location.assign(labAddress(link));
          }
        }}
      />
    </section>
  );
}

/** A line of the summary; its hint is the name that documents use. */
interface SummaryLine {
  term: string;
  text: string;
  hint?: string;
}

function Summary({ study }: { study: Study }): ReactElement {
  const { factors = [], design, measures, seeds } = study;
  const lines: SummaryLine[] = [
    { term: 'Scenario', text: baseTitle(study) },
    ...laneNames(study).map(({ lane, name }) => ({
      term: `Lane ${lane.toUpperCase()}`,
      text: name,
    })),
    ...factors.map((factor) => factorLine(study, factor)),
    { term: 'Combinations', text: DESIGNS[design.kind] },
    {
      term: 'Seeds',
      text:
        seeds === 1
          ? 'one'
          : `${seeds} for each combination: runs that differ only in their random numbers`,
    },
    { term: 'Measures', text: measures.map((name) => fullTitle(measureOf(name))).join('; ') },
  ];
  return (
    <dl className="study-summary">
      {lines.map(({ term, text, hint }, at) => (
        <div key={at}>
          <dt>{term}</dt>
          <dd title={hint}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const DESIGNS: Readonly<Record<Design['kind'], string>> = {
  grid: 'every combination of the values',
  one_at_a_time: 'each factor alone, the others at their first value',
  ablation: 'every subset of the patches',
  latin_hypercube: 'points spread over all factors',
};

/** Maximum number of values listed in a line. */
const VALUES_MOST = 12;

/** Returns the line of a factor with its values. */
function factorLine(study: Study, factor: Factor): SummaryLine {
  const name = factor.vary === 'field' || factor.vary === 'range' ? factor.path : '';
  const title = factorTitle(study, factor, name);
  const head = title.unit === '' ? title.title : `${title.title}, ${title.unit}`;
  const line = (text: string): SummaryLine => ({ term: 'Varied', text, hint: title.path });
  switch (factor.vary) {
    case 'field': {
      const values = factor.values.map((_, level) => levelWords(factor, level, title) ?? '');
      return line(`${head}: ${listed(values, factor.labels ? '; ' : ', ')}`);
    }
    case 'range': {
      const [from, to] = [factor.from, factor.to].map((value) => numberWords(value, title));
      return line(`${head}: ${factor.steps} values from ${from} to ${to}`);
    }
    case 'ram':
      return line(`RAM: ${listed(factor.values_mib.map(String), ', ')} MiB`);
    case 'mechanism': {
      const lanes = { a: 'lane A', b: 'lane B', both: 'both lanes' };
      const called = mechanismTitle(factor.id) ?? factor.id;
      return { ...line(`${called}: off and on, in ${lanes[factor.lane]}`), hint: factor.id };
    }
  }
}

function listed(values: readonly string[], between: string): string {
  const more = values.length - VALUES_MOST;
  return values.slice(0, VALUES_MOST).join(between) + (more > 0 ? ` and ${more} more` : '');
}
