import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { TopBar } from './TopBar.tsx';

const page = (path: string) => new URL(path, document.baseURI).href;

/** The tab’s history, from the oldest entry to the newest. */
const entries = ['./#run', './results.html', './results.html#gorman-2011', './studies.html'].map(
  (path, at) => ({ key: String(at), url: page(path) }),
);

const navigation = {
  entries: () => entries,
  traverseTo: vi.fn(),
  navigate: vi.fn(),
};

beforeEach(() => {
  vi.stubGlobal('navigation', navigation);
});

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

test('the Lab is opened where the tab has left it', async () => {
  render(<TopBar part="studies">{null}</TopBar>);
  await userEvent.click(screen.getByRole('link', { name: 'Lab' }));
  expect(navigation.traverseTo).toHaveBeenCalledWith('0');
});

test('another part is shown as it was left, as a new entry, so that Back leads to this page', async () => {
  render(<TopBar part="lab">{null}</TopBar>);
  await userEvent.click(screen.getByRole('link', { name: 'Results' }));
  expect(navigation.navigate).toHaveBeenCalledWith(page('./results.html#gorman-2011'));
  expect(navigation.traverseTo).not.toHaveBeenCalled();
});
