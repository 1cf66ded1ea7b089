/** Lessons that are open when the page is: by the address, or because they were before a reload. */
import { useLab } from '../../core/lab/store.ts';
import { wholeCatalogue } from '../../engine/whole-catalogue.ts';
import { kept, LESSON } from './kept.ts';
import { lessons } from './library.ts';
import { openLesson, resumeLesson } from './run.ts';

/** Opens the lesson that the address names, or goes on with the one that was open. */
export async function openByAddress(): Promise<void> {
  const address = new URL(window.location.href);
  const id = address.searchParams.get(LESSON);
  if (id === null) {
    await resume();
    return;
  }
  // The lesson is not part of the run: links that are copied from here show the run alone.
  address.searchParams.delete(LESSON);
  window.history.replaceState(null, '', address);
  const lesson = lessons.find((other) => other.id === id);
  if (lesson) {
    openLesson(lesson);
    return;
  }
  const problem = `No lesson is called “${id}”`;
  const fix = `There are ${lessons.map((other) => other.id).join(', ')}`;
  const problems = [{ field: '', problem, fix }];
  useLab.setState({ notice: { tone: 'neutral', title: 'The lesson was not found', problems } });
}

async function resume(): Promise<void> {
  const found = kept();
  if (!found) {
    return;
  }
  // It may come from a file, and be of another version of the app by now.
  const { checkLesson } = await import('./check.ts');
  const result = checkLesson(found.lesson, wholeCatalogue);
  if ('lesson' in result && found.step < result.lesson.steps.length && found.step >= 0) {
    resumeLesson(result.lesson, found.step, found.reading);
  }
}
