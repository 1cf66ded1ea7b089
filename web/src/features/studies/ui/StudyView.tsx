/** One study: its question, its runs, its results, and how far they can be trusted. */
import { useState, type ReactElement } from 'react';

import { editCopy } from '../form/draft.ts';
import { keepOwn, useOwn } from '../own.ts';
import { hashOf } from '../route.ts';
import { baseTitle, laneLine, laneNames } from '../pictures/lanes.ts';
import { canShow } from '../pictures/ratios.ts';
import { session } from '../session.ts';
import type { ShownStudy } from '../store.ts';
import { Answer } from './Answer.tsx';
import { CopyLink } from './CopyLink.tsx';
import { Results } from './Results.tsx';
import { RunPanel } from './RunPanel.tsx';
import { Summary } from './Summary.tsx';
import { SmallestLink } from './SmallestLink.tsx';
import { useTitle } from './title.ts';
import { Trust } from './Trust.tsx';

/** The view. */
export function StudyView({ study }: { study: ShownStudy }): ReactElement {
  const { gallery, study: document, stored } = study;
  const [measure, setMeasure] = useState(document.measures[0] ?? '');
  const chosen = canShow(document, measure) ? measure : (document.measures[0] ?? '');
  const description = document.description ?? '';
  useTitle(document.title);
  return (
    <>
      <h2 className="view-title">{document.title}</h2>
      {description !== '' && <p className="view-lead">{description}</p>}
      <Compared study={study.study} />
      {gallery?.texts && (
        <Answer texts={gallery.texts} result={study.done === study.runs ? study.outcome : null} />
      )}
      {!stored && <RunPanel study={study} />}
      {study.done > 0 && <Results study={study} measure={chosen} onMeasure={setMeasure} />}
      {stored && <Trust study={study} />}
      <About study={study} />
    </>
  );
}

/** The scenario, and what its lanes run. */
function Compared({ study }: Pick<ShownStudy, 'study'>): ReactElement {
  const lines = [`Scenario: ${baseTitle(study)}`, ...laneNames(study).map(laneLine)];
  return (
    <ul className="study-compared" aria-label="What is compared">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** What the study is, and what can be done with its document. */
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
          Change a copy
        </button>
        {link !== null && !kept && !gallery && (
          <button
            type="button"
            className="button"
            onClick={() => keepOwn({ title, link, document: study.document })}
          >
            Keep in “Yours”
          </button>
        )}
        <CopyLink
          link={
            gallery
              ? hashOf({ view: 'gallery', id: gallery.id })
              : link && hashOf({ view: 'link', link })
          }
          otherwise="Copy it from the address bar"
        />
        <button type="button" className="button" onClick={() => session.saveStudy(study)}>
          Save study
        </button>
        <SmallestLink base={study.study.base} />
      </div>
      <Summary study={study.study} />
      <details className="study-json">
        <summary>The document</summary>
        <pre tabIndex={0}>{JSON.stringify(study.study, null, 2)}</pre>
      </details>
    </section>
  );
}
