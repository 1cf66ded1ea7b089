/** Carries out the steps of a lesson in the Lab. */
import { playsByItself } from '../../base/page.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES, laneSetting, mechanismsOn } from '../../core/lab/lanes.ts';
import { movementsFor } from '../../core/lab/requirements.ts';
import { goToMoment, momentText, type Moment } from '../../core/lab/moment.ts';
import { useLab } from '../../core/lab/store.ts';
import type { Scenario } from '../../engine/types.ts';
import { wholeCatalogue } from '../../engine/whole-catalogue.ts';
import {
  choiceAt,
  lessons,
  scenarioOf,
  type Lesson,
  type Step,
  measureOf,
  rightOption,
} from './library.ts';
import { LESSON, forget, keep, kept, useLessons } from './store.ts';

/** The scenario that a lesson opened last, with the lesson's choice as text: to detect whether it is still running. */
let opened: { key: string; scenario: Scenario | null } = { key: '', scenario: null };
/** Cancels the current seek to a moment. */
let under: AbortController | null = null;

/** Opens a lesson: an article to read, or the first step beside the Lab. */
export function openLesson(lesson: Lesson): void {
  const { before, lesson: present } = useLessons.getState();
  const reading = lesson.version === 2;
  useLessons.setState({
    lesson,
    step: 0,
    reading,
    answers: {},
    left: false,
    trouble: null,
    listShown: false,
    before: present ? before : lab.place(),
  });
  opened = { key: '', scenario: null };
  if (reading) {
    readArticle();
  } else {
    goToStep(0);
  }
}

/** Shows the article of the open lesson again, at the step that the reader left. */
export function readArticle(): void {
  const { lesson, step } = useLessons.getState();
  if (lesson) {
    cancel();
    // A run behind an article would only slow down its figures.
    lab.play(false);
    useLessons.setState({ reading: true, trouble: null });
    keep(lesson, step, true);
  }
}

/** Shows a lesson that was open before a reload; the address has restored the run itself. */
function resumeLesson(lesson: Lesson, step: number, reading: boolean): void {
  useLessons.setState({ lesson, step, answers: {} });
  if (reading && lesson.version === 2) {
    readArticle();
    return;
  }
  opened = {
    key: JSON.stringify(choiceAt(lesson, step)),
    scenario: useLab.getState().scenario,
  };
}

/**
 * Shows a step: opens its scenario and seeks to its moment. A step with a question does not play until it is answered.
 */
export function goToStep(position: number): void {
  const { lesson } = useLessons.getState();
  const step = lesson?.steps[position];
  if (!lesson || !step) {
    return;
  }
  useLessons.setState({ step: position, reading: false, trouble: null });
  keep(lesson, position, false);
  if (!openScenario(lesson, position)) {
    return;
  }
  const { point, moment, quiz } = step;
  if (point && 'mechanism' in point && point.lane !== undefined) {
    useLab.setState({ editing: point.lane });
  } else if (step.switch) {
    useLab.setState({ editing: step.switch.lane });
  }
  if (!playsByItself()) {
    return;
  }
  if (moment) {
    // A question is asked while the run is paused; the run plays afterwards.
    void go(moment, quiz ? undefined : step.play);
  } else if (step.play !== undefined && !quiz) {
    lab.setSpeed(step.play);
    lab.play(true);
  }
}

/** Opens the scenario that applies at a step, unless it is running; returns false if it cannot be opened. */
function openScenario(lesson: Lesson, position: number): boolean {
  const choice = choiceAt(lesson, position);
  if (choice === null) {
    return true;
  }
  const key = JSON.stringify(choice);
  const own = lesson.steps[position]?.scenario !== undefined;
  const untouched = opened.scenario === useLab.getState().scenario;
  // A step without its own scenario keeps the switches that the user has moved.
  if (opened.key === key && (!own || untouched)) {
    return true;
  }
  cancel();
  const scenario = scenarioOf(choice);
  if (!scenario) {
    const trouble = `The scenario “${choice.gallery}” of this step is not in the gallery.`;
    useLessons.setState({ trouble });
    return false;
  }
  lab.open(scenario, choice.gallery, false);
  opened = { key, scenario: useLab.getState().scenario };
  return true;
}

/** Seeks to a moment, and reports a failure; then plays at `play` if it is set. Returns true if it arrived. */
export async function go(moment: Moment, play?: number): Promise<boolean> {
  cancel();
  const { signal } = (under = new AbortController());
  useLessons.setState({ going: momentText(moment), trouble: null });
  const reached = await goToMoment(moment, signal);
  if (signal.aborted) {
    return false;
  }
  under = null;
  useLessons.setState({ going: null });
  if (reached === 'missing') {
    const trouble = `This run does not reach this point: ${momentText(moment)}. If you moved a switch, undo that and try again.`;
    useLessons.setState({ trouble });
  }
  if (reached === 'there' && play !== undefined && playsByItself()) {
    lab.setSpeed(play);
    lab.play(true);
  }
  return reached === 'there';
}

/** Cancels the seek to a moment, because another one follows. */
function cancel(): void {
  under?.abort();
  under = null;
  useLessons.setState({ going: null });
}

/** Runs to the time of a question, and computes the answer from the counters of both lanes. */
export async function answer(position: number, chosen: number): Promise<void> {
  const quiz = useLessons.getState().lesson?.steps[position]?.quiz;
  if (!quiz || !(await go({ seconds: quiz.at }))) {
    return;
  }
  const [a = Number.NaN, b = Number.NaN] = LANES.map((lane) => {
    const state = lab.lanes.state(lane);
    return state ? measureOf(quiz.measure, state) : Number.NaN;
  });
  const { answers } = useLessons.getState();
  const seconds = lab.lanes.nowNs() / 1e9;
  const mine = { chosen, right: rightOption(quiz, a, b), a, b, seconds };
  useLessons.setState({ answers: { ...answers, [position]: mine } });
}

/** Forgets the answer to a question, so that it can be asked again. */
export function askAgain(position: number): void {
  const answers = { ...useLessons.getState().answers };
  delete answers[position];
  useLessons.setState({ answers });
}

/** Moves the switch that a step offers, with the switches that it requires. */
export function moveSwitch({ lane, mechanism, on }: NonNullable<Step['switch']>): void {
  const { scenario, catalogue } = useLab.getState();
  if (scenario) {
    const standing = mechanismsOn(catalogue, laneSetting(scenario, lane), lab.lanes.nowNs());
    useLab.setState({ editing: lane });
    lab.switchMechanisms(lane, movementsFor(catalogue, mechanism, on, standing));
  }
}

/** Leaves the lesson. The current run stays; the run before the lesson can be restored. */
export function leaveLesson(): void {
  cancel();
  const { before } = useLessons.getState();
  const changed = before !== null && before.scenario !== useLab.getState().scenario;
  useLessons.setState({ lesson: null, reading: false, going: null, trouble: null, left: changed });
  forget();
}

/** Restores the run before the lesson. */
export function comeBack(): void {
  const { before } = useLessons.getState();
  useLessons.setState({ left: false, before: null });
  if (before) {
    lab.comeBack(before);
  }
}

/** Opens the lesson in the address, or resumes the one that was open. */
export async function openByAddress(): Promise<void> {
  const address = new URL(window.location.href);
  const id = address.searchParams.get(LESSON);
  if (id === null) {
    await resume();
    return;
  }
  // The lesson is not part of the run: links copied from here show only the run.
  address.searchParams.delete(LESSON);
  window.history.replaceState(null, '', address);
  const lesson = lessons.find((other) => other.id === id);
  if (lesson) {
    openLesson(lesson);
    return;
  }
  const problem = `There is no lesson “${id}”`;
  const fix = `The lessons are ${lessons.map((other) => other.id).join(', ')}`;
  const problems = [{ field: '', problem, fix }];
  useLab.setState({ notice: { tone: 'neutral', title: 'The lesson cannot be opened', problems } });
}

/**
 * Whether the user has entered the plain address, and so wants the page as it is at a visit, not the step of a lesson. A
 * reload, the browser's history and a link between the parts of the app continue the lesson.
 */
function isNewVisit(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const inside = document.referrer.startsWith(new URL('.', window.location.href).href);
  return entry?.type === 'navigate' && !inside;
}

async function resume(): Promise<void> {
  const found = kept();
  if (!found) {
    return;
  }
  if (isNewVisit()) {
    forget();
    return;
  }
  // The lesson may come from a file, and may have been stored by another version of the app.
  const { checkLesson } = await import('./check.ts');
  const result = checkLesson(found.lesson, wholeCatalogue);
  if ('lesson' in result && found.step < result.lesson.steps.length && found.step >= 0) {
    resumeLesson(result.lesson, found.step, found.reading);
  }
}
