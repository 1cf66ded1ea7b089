/** The part of lessons that is loaded on demand: the list, a lesson as an article, and the panel beside the Lab. */
import './lessons.css';

import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react';

import { hashOf } from '../../core/link/results-route.ts';
import { request } from '../../core/parts.tsx';
import type { Problem } from '../../engine/types.ts';
import { wholeCatalogue } from '../../engine/whole-catalogue.ts';
import { FileButton } from '../../widgets/controls.tsx';
import { Dialog } from '../../widgets/Dialog.tsx';
import { Glossary } from '../../widgets/Glossary.tsx';
import { ProblemList } from '../../widgets/Words.tsx';
import { FigureBlock } from './figure/FigureBlock.tsx';
import { figureRuns } from './figure/runner.ts';
import {
  lessonAfter,
  lessons,
  PARTS,
  type Lesson,
  type PublishedRow,
  type Step,
} from './library.ts';
import { goToStep, leaveLesson, openLesson } from './run.ts';
import { useLessons } from './store.ts';
import { Line, Words } from './words.tsx';
import './article.css';

export { openByAddress } from './run.ts';
export { LeftLesson, LessonPanel } from './LessonPanel.tsx';

/** Maximum size of a lesson's file; larger files are not read. */
const FILE_BYTES_MAX = 1024 * 1024;

/** Renders the list of lessons. */
export function LearnDialog(): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const current = useLessons((state) => state.lesson?.id);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  useEffect(forgetRequest, []);
  const read = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    // The checks are only needed for files, so load them on demand.
    const { readLesson } = await import('./check.ts');
    const result =
      file.size > FILE_BYTES_MAX
        ? { problems: [{ field: '', problem: `${file.name} is too large`, fix: LARGE }] }
        : readLesson(await file.text(), wholeCatalogue);
    if ('lesson' in result) {
      dialog.current?.close();
      openLesson(result.lesson);
    } else {
      setProblems(result.problems);
    }
  };
  return (
    <Dialog
      ref={dialog}
      id="learn-title"
      title="Learn"
      className="learn-list"
      onClose={() => useLessons.setState({ listShown: false })}
    >
      <ul className="gallery">
        <li>
          <Entry
            title="Tour"
            about="90 seconds"
            summary="A guided tour of the screen, using your current run."
            onChoose={() => {
              dialog.current?.close();
              leaveArticle();
              request('tour');
            }}
          />
        </li>
        <li>
          <Entry
            title="This run in plain words"
            about="Two minutes"
            summary="What the current run shows, with each kernel term explained, and a glossary."
            onChoose={() => {
              dialog.current?.close();
              leaveArticle();
              request('plain-words');
            }}
          />
        </li>
        {lessons.map((lesson) => (
          <li key={lesson.id}>
            <Entry
              title={lesson.title}
              about={`${lesson.by} · about ${lesson.minutes} minutes`}
              summary={lesson.summary}
              current={lesson.id === current}
              onChoose={() => {
                dialog.current?.close();
                openLesson(lesson);
              }}
            />
          </li>
        ))}
      </ul>
      <div role="alert">
        {problems.length > 0 && (
          <div className="dialog-problems">
            <ProblemList problems={problems} />
          </div>
        )}
      </div>
      <div className="dialog-foot">
        <p className="quiet learn-own">
          For teachers: you can write your own lesson as a file, and open it here. The guide is
          docs/lessons.md in the source code of this page.
        </p>
        <FileButton text="Open a lesson…" onFile={read} />
      </div>
    </Dialog>
  );
}

/** Removes the request for the list from the address: a reload, or Back from another page, must not open it again. */
function forgetRequest(): void {
  const address = new URL(window.location.href);
  if (address.searchParams.has('learn')) {
    address.searchParams.delete('learn');
    window.history.replaceState(window.history.state, '', address);
  }
}

/** Leaves an article, which would cover what the list opens. */
function leaveArticle(): void {
  if (useLessons.getState().reading) {
    leaveLesson();
  }
}

const LARGE = 'Choose another file; a lesson has a few kilobytes';

interface EntryProps {
  title: string;
  about: string;
  summary: string;
  current?: boolean;
  onChoose: () => void;
}

function Entry({ title, about, summary, current = false, onChoose }: EntryProps): ReactElement {
  return (
    <button type="button" className="gallery-item" aria-current={current} onClick={onChoose}>
      <strong>{title}</strong>
      <span className="quiet">{about}</span>
      <span>{summary}</span>
    </button>
  );
}

/** Renders the article over the Lab. */
export function Article(): ReactElement | null {
  const lesson = useLessons((state) => state.lesson);
  // The key starts the next lesson at its top, with its own questions.
  return lesson && <OpenArticle key={lesson.id} lesson={lesson} />;
}

function OpenArticle({ lesson }: { lesson: Lesson }): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    const { step } = useLessons.getState();
    const section = document.getElementById(sectionId(step));
    // After a return from the Lab, scroll to the step that the reader left.
    if (step > 0 && section) {
      section.scrollIntoView({ block: 'start' });
      section.focus({ preventScroll: true });
    } else {
      heading.current?.focus({ preventScroll: true });
    }
  }, []);
  useEffect(() => () => figureRuns.stop(), []);
  return (
    <dialog
      ref={dialog}
      className="article"
      aria-labelledby="article-title"
      onCancel={(event) => {
        event.preventDefault();
        leaveLesson();
      }}
    >
      <header className="article-head">
        <WaysBack />
      </header>
      <div className="article-body" tabIndex={0} role="region" aria-label="Article">
        <article>
          <h1 id="article-title" ref={heading} tabIndex={-1}>
            {lesson.title}
          </h1>
          <p className="quiet">
            {lesson.by} · about {lesson.minutes} minutes
          </p>
          <p className="article-summary">
            <Line text={lesson.summary} />
          </p>
          <details className="article-words">
            <summary>Kernel terms</summary>
            <Glossary />
          </details>
          {lesson.steps.map((step, position) => (
            <Section key={position} step={step} position={position} />
          ))}
          <footer className="article-end">
            <ArticleEnd lesson={lesson} />
          </footer>
        </article>
      </div>
    </dialog>
  );
}

/** Shows the list over the article: closing the list returns to the article. */
function showList(): void {
  useLessons.setState({ listShown: true });
}

/** Renders the ways on from the end of an article. */
function ArticleEnd({ lesson }: { lesson: Lesson }): ReactElement {
  const next = lessonAfter(lesson);
  return (
    <>
      {next && (
        <button
          type="button"
          className="button button-primary button-wrap"
          onClick={() => openLesson(next)}
        >
          Next lesson: {next.title}
        </button>
      )}
      <WaysBack />
    </>
  );
}

/** Renders the ways from an article to the list and to the Lab. */
function WaysBack(): ReactElement {
  return (
    <>
      <button type="button" className="button" onClick={showList}>
        All lessons
      </button>
      <button type="button" className="button" onClick={leaveLesson}>
        Back to the Lab
      </button>
    </>
  );
}

function sectionId(position: number): string {
  return `article-section-${position}`;
}

function Section({ step, position }: { step: Step; position: number }): ReactElement {
  const { part, title, text, figure, published, results } = step;
  return (
    <section
      id={sectionId(position)}
      tabIndex={-1}
      aria-labelledby={`${sectionId(position)}-title`}
    >
      <p className="eyebrow">{PARTS[part]}</p>
      <h2 id={`${sectionId(position)}-title`}>
        <Line text={title} />
      </h2>
      <Words text={text} />
      {figure && <FigureBlock figure={figure} />}
      {published && <PublishedTable rows={published} />}
      <div className="lesson-actions">
        {isInLab(step) && (
          <button type="button" className="button" onClick={() => goToStep(position)}>
            Open in the Lab<span className="visually-hidden">: {title}</span>
          </button>
        )}
        {results && (
          <a
            className="button"
            href={`./results.html${hashOf({ view: 'posting', ...results })}`}
            target="_blank"
            rel="noreferrer"
          >
            Table on the Results page
            <span className="visually-hidden"> (in a new tab)</span>
          </a>
        )}
      </div>
    </section>
  );
}

/** Whether a step has something to show in the Lab. */
function isInLab({ moment, play, switch: moved, point, watch, quiz }: Step): boolean {
  return [moment, play, moved, point, watch, quiz].some((part) => part !== undefined);
}

function PublishedTable({ rows }: { rows: readonly PublishedRow[] }): ReactElement {
  return (
    <div className="published">
      <table className="number">
        <caption className="visually-hidden">Published values and values of this engine</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Measure</span>
            </th>
            <th scope="col">Published</th>
            <th scope="col">This engine</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, published, engine }) => (
            <tr key={what}>
              <th scope="row">
                <Line text={what} />
              </th>
              <td>{published}</td>
              <td>{engine}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
