/** A question before the run is played; the run itself gives the answer. */
import { useEffect, useRef, useState, type ReactElement } from 'react';

import { formatSeconds } from '../../base/format.ts';
import { Line, Words } from '../../widgets/Words.tsx';
import { formatMeasure, ratioOf, type Answer } from './measure.ts';
import { answer, askAgain } from './run.ts';
import { useLessons } from './store.ts';
import type { Quiz } from './types.ts';

interface QuizProps {
  quiz: Quiz;
  /** Of its step. */
  position: number;
}

/** The question with its answers; what came out once it was played. */
export function QuizCard({ quiz, position }: QuizProps): ReactElement {
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
    return 'This run gives no answer.';
  }
  return chosen === right ? 'Yes.' : 'No.';
}
