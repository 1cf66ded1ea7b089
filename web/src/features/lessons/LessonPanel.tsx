/** The panel of a lesson: beside the Lab, or above it on a phone. */
import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import { formatSeconds } from '../../base/format.ts';
import { Ring, reveal, type Point, useBox } from '../../widgets/pointing.tsx';
import {
  PARTS,
  type Lesson,
  type Measure,
  type Quiz,
  type Step,
  formatMeasure,
  measureOf,
  ratioOf,
  type Answer,
} from './library.ts';
import {
  answer,
  askAgain,
  comeBack,
  go,
  goToStep,
  leaveLesson,
  moveSwitch,
  readArticle,
} from './run.ts';
import { useLessons } from './store.ts';
import { Line, Words } from './words.tsx';
import { lab } from '../../core/lab/lab.ts';
import { laneSetting, mechanismsOn, LANES } from '../../core/lab/lanes.ts';
import { momentText } from '../../core/lab/moment.ts';
import { useLab } from '../../core/lab/store.ts';
import { hashOf } from '../../core/link/results-route.ts';
import { useTick } from '../../core/time.ts';

/** Renders the panel while a lesson is open. */
export function LessonPanel(): ReactElement | null {
  const lesson = useLessons((state) => state.lesson);
  const position = useLessons((state) => state.step);
  const step = lesson?.steps[position];
  return lesson && step ? <OpenLesson lesson={lesson} step={step} position={position} /> : null;
}

interface OpenLessonProps {
  lesson: Lesson;
  step: Step;
  position: number;
}

function OpenLesson({ lesson, step, position }: OpenLessonProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { length } = lesson.steps;
  // Figures that would give away the answer stay hidden until the user has answered.
  const asked = useLessons((state) => step.quiz !== undefined && !state.answers[position]);
  // Scroll a new step to its top, before its target is scrolled into view.
  useLayoutEffect(() => {
    for (const scrolls of [body.current, body.current?.closest('.left-column')]) {
      scrolls?.scrollTo({ top: 0 });
    }
  }, [lesson, position]);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, [lesson, position]);
  return (
    <section className="lesson" aria-labelledby="lesson-title">
      <header className="lesson-head">
        <h2 id="lesson-title" className="lesson-name">
          {lesson.title}
        </h2>
        <button type="button" className="button button-small" onClick={leaveLesson}>
          Leave
        </button>
      </header>
      <div
        className="lesson-body"
        ref={body}
        role="region"
        aria-labelledby="lesson-step"
        tabIndex={0}
      >
        <p className="eyebrow">{PARTS[step.part]}</p>
        <h3 id="lesson-step" ref={heading} tabIndex={-1}>
          {step.title}
        </h3>
        <Words text={step.text} />
        {step.watch && !asked && <WatchTable measures={step.watch} />}
        <StepActions step={step} />
        {step.quiz && <QuizCard key={position} quiz={step.quiz} position={position} />}
      </div>
      {lesson.version === 2 ? <ArticleFoot /> : <StepsFoot position={position} length={length} />}
      {step.point && <Pointer key={position} point={step.point} />}
    </section>
  );
}

/** Renders the button that leads from a step back to its article. */
function ArticleFoot(): ReactElement {
  return (
    <footer className="lesson-foot">
      <button type="button" className="button button-primary" onClick={readArticle}>
        Back to the article
      </button>
    </footer>
  );
}

function StepsFoot({ position, length }: { position: number; length: number }): ReactElement {
  return (
    <footer className="lesson-foot">
      <button
        type="button"
        className="button"
        disabled={position === 0}
        onClick={() => goToStep(position - 1)}
      >
        Back
      </button>
      <span className="number quiet">
        <span className="visually-hidden">Step </span>
        {position + 1} of {length}
      </span>
      {position + 1 < length ? (
        <button
          type="button"
          className="button button-primary"
          onClick={() => goToStep(position + 1)}
        >
          Next
        </button>
      ) : (
        <button type="button" className="button button-primary" onClick={leaveLesson}>
          Done
        </button>
      )}
    </footer>
  );
}

function Pointer({ point }: { point: Point }): ReactElement | null {
  const box = useBox(point);
  const there = box !== null;
  useEffect(() => {
    // On a phone, do not scroll to the target: scrolling would move the text off the screen.
    reveal(point, false);
  }, [point, there]);
  return box && <Ring box={box} />;
}

/** Offers to restore the previous run, after a lesson that opened another scenario. */
export function LeftLesson(): ReactElement {
  const title = useLessons((state) => state.before?.scenario.title);
  return (
    <section className="hint" aria-label="After the lesson">
      <p>The run of the lesson is still open. Your previous run was “{title}”.</p>
      <button
        type="button"
        className="button"
        title="Leaves the run of the lesson, and opens your previous run at its time."
        onClick={comeBack}
      >
        Restore it
      </button>
      <button
        type="button"
        className="button button-quiet"
        onClick={() => useLessons.setState({ left: false, before: null })}
      >
        Hide
      </button>
    </section>
  );
}

/** Renders the buttons of a step, and their results. */
function StepActions({ step }: { step: Step }): ReactElement {
  const going = useLessons((state) => state.going);
  const trouble = useLessons((state) => state.trouble);
  const { moment, play, quiz, results } = step;
  return (
    <div className="lesson-actions">
      {step.switch && <SwitchButton offered={step.switch} />}
      {moment && !quiz && (
        <button
          type="button"
          className="button"
          disabled={going !== null}
          onClick={() => void go(moment, play)}
        >
          Go to {momentText(moment)}
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
      <p role="status" className={trouble === null ? 'quiet' : 'tone-bad'}>
        {going === null ? trouble : `Running to ${going}…`}
      </p>
    </div>
  );
}

function SwitchButton({ offered }: { offered: NonNullable<Step['switch']> }): ReactElement {
  const { lane, mechanism, on } = offered;
  useTick('tables');
  // The step moves the switch at a certain time, so the run must have reached that time.
  const going = useLessons((state) => state.going !== null);
  const scenario = useLab((state) => state.scenario);
  const catalogue = useLab((state) => state.catalogue);
  const title = catalogue.mechanisms.find(({ id }) => id === mechanism)?.title ?? mechanism;
  const stands =
    scenario !== null &&
    mechanismsOn(catalogue, laneSetting(scenario, lane), lab.lanes.nowNs()).has(mechanism) === on;
  const where = `in ${lane.toUpperCase()}`;
  return (
    <button
      type="button"
      className="button button-wrap"
      disabled={stands || going}
      onClick={() => moveSwitch(offered)}
    >
      {stands
        ? `“${title}” is ${on ? 'on' : 'off'} ${where}`
        : `Switch “${title}” ${on ? 'on' : 'off'} ${where}`}
    </button>
  );
}

/** Renders the table of measures. */
function WatchTable({ measures }: { measures: readonly Measure[] }): ReactElement {
  useTick('figures');
  return (
    <table className="watch number">
      <thead>
        <tr>
          <th scope="col">Now</th>
          {LANES.map((lane) => (
            <th key={lane} scope="col">
              <span className={`badge badge-${lane}`}>{lane.toUpperCase()}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {measures.map((measure) => (
          <tr key={measure.label}>
            <th scope="row">
              <Line text={measure.label} />
            </th>
            {LANES.map((lane) => {
              const state = lab.lanes.state(lane);
              const value = state ? measureOf(measure, state) : Number.NaN;
              return (
                <td key={lane} data-lane={lane}>
                  {formatMeasure(measure, value)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface QuizProps {
  quiz: Quiz;
  /** Index of the step. */
  position: number;
}

/** Renders the question with its answers, and the result once there is one. */
function QuizCard({ quiz, position }: QuizProps): ReactElement {
  const answered = useLessons((state) => state.answers[position]);
  const going = useLessons((state) => state.going);
  const [chosen, setChosen] = useState<number | null>(null);
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answered) {
      outcome.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [answered]);
  return (
    <form
      className="quiz"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) {
          void answer(position, chosen);
        }
      }}
    >
      <fieldset disabled={answered !== undefined || going !== null}>
        <legend>
          <Line text={quiz.question} />
        </legend>
        {quiz.options.map(({ text }, index) => (
          <label key={text} className={optionClass(index, answered)}>
            <input
              type="radio"
              name={`quiz-${position}`}
              checked={(answered?.chosen ?? chosen) === index}
              onChange={() => setChosen(index)}
            />
            <span>
              <Line text={text} />
              {answered?.right === index && <strong className="tone-good"> · correct</strong>}
            </span>
          </label>
        ))}
      </fieldset>
      {answered === undefined && (
        <button
          type="submit"
          className="button button-primary"
          disabled={chosen === null || going !== null}
        >
          Play to {formatSeconds(quiz.at * 1e9)} and see
        </button>
      )}
      <div role="status" ref={outcome}>
        {answered && <Outcome quiz={quiz} answered={answered} />}
      </div>
      {answered && (
        <button
          type="button"
          className="button"
          onClick={() => {
            setChosen(null);
            askAgain(position);
          }}
        >
          Ask again
        </button>
      )}
    </form>
  );
}

function optionClass(index: number, answered: Answer | undefined): string {
  return answered?.right === index ? 'quiz-option is-right' : 'quiz-option';
}

function Outcome({ quiz, answered }: { quiz: Quiz; answered: Answer }): ReactElement {
  const { measure } = quiz;
  const { chosen, right, a, b, seconds } = answered;
  const ratio = ratioOf(a, b);
  return (
    <>
      <p>
        <strong>{verdictOf(chosen, right)}</strong> <Line text={measure.label} /> at{' '}
        {formatSeconds(seconds * 1e9)}: <span data-lane="a">{formatMeasure(measure, a)}</span> in A,{' '}
        <span data-lane="b">{formatMeasure(measure, b)}</span> in B
        {Number.isFinite(ratio) &&
          ratio >= 0.01 &&
          a !== b &&
          `, ${ratio.toPrecision(2)} times A’s`}
        .
      </p>
      <Words text={quiz.after} />
    </>
  );
}

function verdictOf(chosen: number, right: number): string {
  if (right < 0) {
    return 'No option is right for this run.';
  }
  return chosen === right ? 'Yes.' : 'No.';
}
