import { expect, test } from 'vitest';

import { laneDocument, type LaneId } from '../../core/lab/lanes.ts';
import { catalogue } from '../../engine/catalogue.ts';
import { teachingScenario, testEngine } from '../../engine/testing.ts';
import { FLAG, type Description, type Scenario } from '../../engine/types.ts';
import { OUTCOMES, outcomesOf, type Scene } from './director.ts';
import { lettersOf, listOf } from './picture.ts';
import { askOtherKernel, type Answer } from './slow-lane.ts';
import { teachingLane } from './testing.ts';

const engine = testEngine();
const LANES = ['a', 'b'] as const;

/** Yields the scenes of a lane until this many events are recorded. */
function* scenesOf(id: LaneId, noted: number): Generator<Scene> {
  const lane = teachingLane(engine, id);
  while (lane.forward('everything') && lane.scene.noted < noted) {
    yield lane.scene;
  }
  expect(lane.surprises).toEqual([]);
  lane.free();
}

test.each(LANES)('after every step the lists stand as in the engine: lane %s', (id) => {
  let last = 0;
  for (const { picture, batch, alongside, noted } of scenesOf(id, 30_000)) {
    const onLists = picture.lists.flat();
    const isolated = [batch, ...alongside].flatMap((one) =>
      one && one.pages.some((page) => (picture.flags[page] ?? 0) & FLAG.lru)
        ? []
        : (one?.pages.filter((page) => !one.gone.has(page)) ?? []),
    );
    // A page must be on one list or in one batch only.
    expect(new Set([...onLists, ...isolated]).size).toBe(onLists.length + isolated.length);
    last = noted;
  }
  expect(last).toBeGreaterThan(29_000);
});

test.each(LANES)('a page lies on the list that its flags name: lane %s', (id) => {
  for (const { picture } of scenesOf(id, 12_000)) {
    const astray = picture.lists.flatMap((pages, list) =>
      pages.filter((page) => listOf(0, picture.flags[page] ?? 0) !== list),
    );
    expect(astray).toEqual([]);
  }
});

test.each(LANES)('what batches come to is what the engine counts: lane %s', (id) => {
  const document = laneDocument(teachingScenario(), id);
  const batches = new Map<number, ReturnType<typeof outcomesOf>>();
  let endNs = 0;
  let underWay = 1;
  for (const scene of scenesOf(id, 200_000)) {
    // Compare at a time when no batch is in progress, because the engine counts a batch when it ends.
    if (scene.atNs > FIRST_WRITES + 20e6 && scene.atNs > endNs && underWay === 0) {
      break;
    }
    endNs = scene.atNs;
    const shown = [scene.batch, ...scene.alongside].filter((batch) => batch !== null);
    underWay = shown.filter(({ pages, gone }) => gone.size < pages.length).length;
    for (const batch of shown) {
      batches.set(batch.number, outcomesOf(batch));
    }
  }
  const machine = engine.newMachine(document);
  const { sample } = JSON.parse(machine.describe()) as Description;
  machine.run(endNs, Number.MAX_SAFE_INTEGER);
  const counter = (name: string) =>
    machine.sample()[sample.findIndex((column) => column.name === name && column.zone === null)];
  const sum = (...names: (keyof ReturnType<typeof outcomesOf>)[]) =>
    [...batches.values()].reduce(
      (total, counts) => total + names.reduce((part, name) => part + counts[name], 0),
      0,
    );
  expect(sum('freed')).toBe(counter('pgsteal'));
  expect(sum(...OUTCOMES, 'waiting')).toBe(
    (counter('pgscan_kswapd') ?? 0) + (counter('pgscan_direct') ?? 0),
  );
  expect(sum('waiting')).toBe(0);
  expect(sum('written')).toBeGreaterThanOrEqual(id === 'a' ? 1 : 0);
  machine.free();
});

test('a batch is seen on its list, then off it, then page by page until every page has gone', () => {
  const lane = teachingLane(engine, 'a');
  expect(lane.nextMixedBatch()).toBe(true);
  const tail = lane.scene;
  const batch = tail.batch;
  const pages = batch?.pages ?? [];
  const list = (scene: Scene) => scene.picture.lists[batch?.list ?? 0] ?? [];
  expect(pages.length).toBeGreaterThanOrEqual(16);
  expect(list(tail).slice(-pages.length).toReversed()).toEqual(pages);
  lane.forward('reclaim');
  expect(list(lane.scene).some((page) => pages.includes(page))).toBe(false);
  const judged: (number | undefined)[] = [];
  while (lane.scene.batch?.number === batch?.number) {
    if (lane.scene.kind === 'judged') {
      judged.push(lane.scene.frames[0]);
    }
    if (lane.scene.batch?.gone.size === pages.length) {
      break;
    }
    expect(lane.forward('reclaim')).toBe(true);
  }
  expect(judged).toEqual(pages);
  expect(lane.scene.batch && outcomesOf(lane.scene.batch).waiting).toBe(0);
  lane.free();
});

test('back and forward lead through the same scenes', () => {
  const lane = teachingLane(engine, 'b');
  lane.nextBatch();
  const there: Scene[] = [lane.scene];
  for (let count = 0; count < 60; count += 1) {
    lane.forward('reclaim');
    there.push(lane.scene);
  }
  for (const scene of there.slice(0, -1).toReversed()) {
    expect(lane.back('reclaim')).toBe(true);
    expect(lane.scene).toBe(scene);
  }
  for (const scene of there.slice(1)) {
    expect(lane.forward('reclaim')).toBe(true);
    expect(lane.scene).toBe(scene);
  }
  lane.free();
});

test('before the start and after the end there is no scene', () => {
  const lane = teachingLane(engine, 'a', { until_ms: 400 });
  expect(lane.back('everything')).toBe(false);
  expect(lane.scene.kind).toBe('start');
  while (lane.nextBatch());
  expect(lane.nextBatch()).toBe(false);
  expect(lane.scene.kind).toBe('tail');
  // The oldest scenes were dropped, but those before the current one must still exist.
  expect(lane.oldest).toBeGreaterThan(0);
  expect(lane.back('everything')).toBe(true);
  lane.free();
});

test('the life of a page begins when it comes and ends at the scene', () => {
  const lane = teachingLane(engine, 'a');
  lane.nextMixedBatch();
  lane.forward('reclaim');
  lane.forward('reclaim');
  const { scene } = lane;
  const life = lane.life(scene.frames[0] ?? 0, scene);
  expect(life.at(-1)).toEqual(scene.events[0]);
  expect(life.at(-2)?.reason).toBe('Isolated');
  expect(life.slice(1).some(({ reason }) => reason === 'EntersCache')).toBe(false);
  lane.free();
});

test('states are told apart by letters', () => {
  expect(lettersOf(FLAG.dirty | FLAG.referenced)).toBe('dr');
  expect(lettersOf(FLAG.writeback | FLAG.reclaim)).toBe('wR');
  expect(lettersOf(FLAG.active)).toBe('a');
});

// Tests of askOtherKernel: how the other lane's kernel judges the same page.

/** A moment of the teaching machine just before its reclaim writes several pages, nanoseconds. */
const FIRST_WRITES = 80e6;

/**
 * Returns, for each judged page of the mixed batches from the first writes on, its outcome and the computed outcome with
 * the other kernel.
 */
function asked(lane: LaneId, scenario: Scenario, judgements = 640) {
  const slow = teachingLane(engine, lane, scenario);
  const pairs: { own: string; answer: Answer }[] = [];
  while (slow.scene.atNs < FIRST_WRITES && slow.forward('reclaim'));
  slow.nextMixedBatch();
  while (pairs.length < judgements && slow.forward('reclaim')) {
    const { scene } = slow;
    const [decision] = scene.events;
    if (scene.kind === 'judged' && decision) {
      const answer = askOtherKernel({ engine, catalogue, scenario, lane, scene });
      pairs.push({ own: decision.reason, answer });
    }
  }
  slow.free();
  return pairs;
}

const reasonOf = (answer: Answer) =>
  answer.kind === 'decided' ? answer.decision.reason : answer.kind;

test('without the patches the same page would be written, with them it is passed over', () => {
  const a = asked('a', teachingScenario());
  const dirty = a.filter(({ own }) => ['Written', 'DirtyReferenced'].includes(own));
  expect(dirty.length).toBeGreaterThan(0);
  for (const { answer } of dirty) {
    expect(reasonOf(answer)).toMatch(/^PassedOver/);
  }
  const b = asked('b', teachingScenario());
  const passed = b.filter(({ own }) => own.startsWith('PassedOver'));
  expect(passed.length).toBeGreaterThan(0);
  for (const { answer } of passed) {
    expect(reasonOf(answer)).toMatch(/^(Written|DirtyReferenced)$/);
  }
});

test('a switch that has no part in it changes nothing: the machine was brought to the same moment', () => {
  const scenario = {
    ...teachingScenario(),
    against: { kernel: '3.0', mechanisms: { per_zone_dirty: true } },
  };
  const pairs = asked('a', scenario);
  expect(pairs.length).toBe(640);
  for (const { own, answer } of pairs) {
    expect(answer).toMatchObject({ kind: 'decided', decision: { reason: own }, laterNs: 0 });
  }
});

test('the same kernel, and another version of it, are told', () => {
  const answerFor = (against: Scenario['against']) =>
    asked('a', { ...teachingScenario(), against: against ?? null }, 1)[0]?.answer.kind;
  expect(answerFor({ kernel: '3.0' })).toBe('same_kernel');
  expect(answerFor({ kernel: '3.3' })).toBe('other_rules');
});
