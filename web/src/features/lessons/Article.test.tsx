import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import { useLab } from '../../core/lab/store.ts';
import { catalogue } from '../../engine/catalogue.ts';
import { Article } from './part.tsx';
import { LessonPanel } from './LessonPanel.tsx';
import { lessons, type Lesson } from './library.ts';
import { openLesson } from './run.ts';
import { useLessons } from './store.ts';

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
  useLessons.setState({ lesson: null, reading: false, step: 0 });
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
    expect(screen.getByRole('row', { name: /Linux 3\.0 111,307 85,302/ })).toBeTruthy();
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
