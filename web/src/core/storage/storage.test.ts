import { beforeEach, expect, test } from 'vitest';

import { useTroubles } from './first-load.ts';
import { forgetTroubles, Kept, type KeepStorage } from './storage.ts';

/** A storage in memory. */
function storageWith(
  values: Record<string, string>,
): KeepStorage & { values: Map<string, string> } {
  const map = new Map(Object.entries(values));
  return {
    values: map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const troubles = () => useTroubles.getState().troubles;

beforeEach(forgetTroubles);

test('what is written is read again', () => {
  const storage = storageWith({});
  expect(new Kept(storage, 'k', 'The number', isNumber).write(7)).toBe(true);
  expect(new Kept(storage, 'k', 'The number', isNumber).read()).toBe(7);
  expect(troubles()).toEqual([]);
});

test('what is damaged is set aside and told, and the next value is kept', () => {
  for (const damaged of ['{', '"seven"', 'null']) {
    forgetTroubles();
    const storage = storageWith({ k: damaged });
    const kept = new Kept(storage, 'k', 'The number', isNumber);
    expect(kept.read()).toBeNull();
    expect(Object.fromEntries(storage.values)).toEqual({ 'k.damaged': damaged });
    expect(troubles()).toEqual([
      expect.stringMatching(/^The number could not be read.*“k\.damaged”/),
    ]);
    kept.write(8);
    expect(kept.read()).toBe(8);
  }
});

test('storage that is full is told once', () => {
  const storage = storageWith({});
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const kept = new Kept(storage, 'k', 'The number', isNumber);
  expect([kept.write(1), kept.write(2)]).toEqual([false, false]);
  expect(troubles()).toEqual([expect.stringContaining('full or blocked')]);
});

test('storage that is forbidden is told once', () => {
  const kept = new Kept(null, 'k', 'The number', isNumber);
  expect(kept.read()).toBeNull();
  expect([kept.write(1), kept.write(2)]).toEqual([false, false]);
  expect(troubles()).toEqual([expect.stringContaining('blocks')]);
});
