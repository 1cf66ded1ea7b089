/** The way in: the tour, the lessons, and lessons from files. */
import { useRef, useState, type ReactElement } from 'react';

import { request } from '../../core/parts.tsx';
import type { Problem } from '../../engine/types.ts';
import { wholeCatalogue } from '../../engine/whole-catalogue.ts';
import { Dialog } from '../../widgets/Dialog.tsx';
import { FileButton } from '../../widgets/controls.tsx';
import { ProblemList } from '../../widgets/Words.tsx';
import { lessons } from './library.ts';
import { openLesson } from './run.ts';
import { useLessons } from './store.ts';
import '../../widgets/gallery.css';

/** A larger file is no lesson; reading it would only take memory. */
const FILE_BYTES_MAX = 1024 * 1024;

/** The dialog. */
export function LearnDialog(): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const current = useLessons((state) => state.lesson?.id);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const read = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    // Only who opens a file needs what checks it.
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
              request('tour');
            }}
          />
        </li>
        <li>
          <Entry
            title="This run in plain words"
            about="Two minutes"
            summary="What the open run shows, without the terms of the kernel, and what those terms mean."
            onChoose={() => {
              dialog.current?.close();
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
          Lessons are files. docs/lessons.md in the source explains how to write one.
        </p>
        <FileButton text="Open a lesson…" onFile={read} />
      </div>
    </Dialog>
  );
}

const LARGE = 'A lesson is a few kilobytes; choose another file';

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
