import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import { useLab } from '../../core/lab/store.ts';
import { catalogue } from '../../engine/catalogue.ts';
import { Article, LearnDialog } from './part.tsx';
import { LessonPanel } from './LessonPanel.tsx';
import { lessons, type Lesson } from './library.ts';
import { openLesson } from './run.ts';
import { useLessons } from './store.ts';
import { keepUnits } from './words.tsx';

const article = lessons.find(({ id }) => id === 'weiner-2011');

const steps: Lesson = {
  ...{ version: 1, id: 'own', title: 'Own', by: 'A teacher', summary: 'S.', minutes: 2 },
  steps: [
    { part: 'hurt', title: 'First', text: ['One.'] },
    { part: 'see', title: 'Second', text: ['Two.'] },
  ],
};

let play: MockInstance<typeof lab.play>;

beforeEach(() => {
  useLab.setState({ catalogue, scenario: openingScenario });
  play = vi.spyOn(lab, 'play').mockReturnValue(undefined);
  vi.spyOn(lab, 'open').mockReturnValue(undefined);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  useLessons.setState({ lesson: null, reading: false, step: 0, listShown: false });
});

/** The component that the page shows while a lesson is open. */
function Open() {
  const reading = useLessons((state) => state.reading);
  return reading ? <Article /> : <LessonPanel />;
}

test('an article shows all of its sections, its figures and what was published', () => {
  expect(article).toBeDefined();
  if (article) {
    openLesson(article);
    render(<Open />);
    expect(screen.getByRole('heading', { level: 1, name: article.title })).toBeTruthy();
    for (const { title } of article.steps) {
      expect(screen.getByRole('heading', { level: 2, name: title })).toBeTruthy();
    }
    expect(screen.getAllByRole('figure')).toHaveLength(3);
    expect(screen.getByRole('row', { name: /Linux 3\.0 111,307 79,874/ })).toBeTruthy();
    // The Lab pauses, because it would slow down the figures.
    expect(play).toHaveBeenCalledWith(false);
  }
});

test('a step of an article opens in the Lab, and the way back leads to the article', () => {
  if (article) {
    openLesson(article);
    render(<Open />);
    const [first] = screen.getAllByRole('button', { name: /^Open in the Lab/ });
    fireEvent.click(first ?? document.body);
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe(
      'What reclaim finds at the end of the list',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Back to the article' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(article.title);
  }
});

test('a lesson of steps goes on and back beside the Lab, as before', () => {
  openLesson(steps);
  render(<Open />);
  expect(screen.getByRole('button', { name: 'Back' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByRole('heading', { level: 3, name: 'Second' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull();
});

test('the end of an article leads to the next lesson, which begins with its own questions', () => {
  const [first, second] = lessons;
  if (first && second) {
    openLesson(first);
    render(<Open />);
    const guess = screen.getAllByRole('button', { name: 'Run without a guess' });
    fireEvent.click(guess[0] ?? document.body);
    fireEvent.click(screen.getByRole('button', { name: `Next lesson: ${second.title}` }));
    expect(screen.getByRole('heading', { level: 1, name: second.title })).toBeTruthy();
    const figures = second.steps.filter(({ figure }) => figure).length;
    expect(screen.getAllByRole('button', { name: 'Run without a guess' })).toHaveLength(figures);
  }
});

test('the last lesson of the list and a lesson from a file have no next lesson', () => {
  const last = lessons.at(-1);
  for (const lesson of [last, article && { ...article, id: 'own' }]) {
    if (lesson) {
      openLesson(lesson);
      render(<Open />);
      expect(screen.getByRole('heading', { level: 1, name: lesson.title })).toBeTruthy();
      expect(screen.queryByRole('button', { name: /^Next lesson/ })).toBeNull();
      cleanup();
    }
  }
});

test('an article opens the list over itself, and what the list opens for the Lab is not covered', () => {
  if (article) {
    openLesson(article);
    const { unmount } = render(<Open />);
    fireEvent.click(screen.getAllByRole('button', { name: 'All lessons' })[0] ?? document.body);
    expect(useLessons.getState()).toMatchObject({ listShown: true, lesson: { id: article.id } });
    unmount();
    render(<LearnDialog />);
    fireEvent.click(screen.getByRole('button', { name: /^Tour/ }));
    expect(useLessons.getState().lesson).toBeNull();
  }
});

test('a number and its unit stay on one line', () => {
  expect(keepUnits('from 20 % to 10 %? At 25 s 4 GiB, 3 schedulers')).toBe(
    'from 20\u00a0% to 10\u00a0%? At 25\u00a0s 4\u00a0GiB, 3 schedulers',
  );
});

test('a list that the address requests does not open again when the page is loaded again', () => {
  window.history.replaceState({ step: 3 }, '', '?learn&row=x#run');
  render(<LearnDialog />);
  expect(window.location.search).toBe('?row=x');
  expect(window.location.hash).toBe('#run');
  expect(window.history.state).toEqual({ step: 3 });
  window.history.replaceState(null, '', '?');
});
