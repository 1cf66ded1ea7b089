/** The column beside the stage: the page's life, the question about the other kernel, and the batch so far. */
import type { ReactElement } from 'react';
import { formatSeconds, formatDuration } from '../../../base/format.ts';
import { slow } from '../control.ts';
import { OUTCOMES, outcomesOf, type Scene } from '../director.ts';
import { toldOf } from '../explanation.ts';
import { laneSetting, laneTitle } from '../../../core/lab/lanes.ts';
import { useLab } from '../../../core/lab/store.ts';
import { aboutMechanism } from '../../../engine/whole-catalogue.ts';
import type { Answer } from '../slow-lane.ts';
import { useSlow } from '../store.ts';

/** Maximum number of events of a page's life that are shown. */
const SHOWN = 7;

export function Aside({ scene }: { scene: Scene }): ReactElement {
  const moved = useSlow((state) => state.moved);
  return (
    <aside className="slow-aside" aria-label="This page and this batch">
      {!moved && <Introduction />}
      {scene.kind === 'judged' && <Life frame={scene.frames[0] ?? 0} />}
      {scene.kind === 'judged' && <Question scene={scene} />}
      <SoFar scene={scene} />
    </aside>
  );
}

/**
 * Renders an introduction until the user moves to another scene, because slow motion opens in the middle of a batch.
 */
function Introduction(): ReactElement {
  const own = useSlow((state) => state.scenario) === useLab((state) => state.scenario);
  return (
    <section className="slow-introduction" aria-labelledby="introduction-title">
      <h3 className="eyebrow" id="introduction-title">
        About this view
      </h3>
      {!own && (
        <p>
          The machine in the Lab has too many pages to watch one by one, so this is the teaching
          machine.
        </p>
      )}
      <p>
        Memory is nearly full. Reclaim takes a batch of pages off the tail of the inactive list, and
        decides for each: free it, write it, or keep it. This batch is shown at its first dirty
        page.
      </p>
      <p>
        Press <kbd>→</kbd> for the next decision, or{' '}
        <button type="button" className="link-button" onClick={() => slow.restart()}>
          start at the beginning of the run
        </button>
        .
      </p>
    </section>
  );
}

function Life({ frame }: { frame: number }): ReactElement {
  const life = slow.life(frame);
  const shown = life.slice(-SHOWN);
  return (
    <section aria-labelledby="life-title">
      <h3 className="eyebrow" id="life-title">
        History of this page
      </h3>
      {life.length > shown.length && (
        <p className="quiet">{life.length - shown.length} earlier events</p>
      )}
      <ol className="slow-life">
        {shown.map((event, at) => (
          <li
            key={life.length - shown.length + at}
            aria-current={at === shown.length - 1 ? 'step' : undefined}
          >
            <p>{toldOf(event)}</p>
            <p className="quiet number">
              {formatSeconds(event.at_ns, 6)} · {event.context}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function SoFar({ scene: { batch } }: { scene: Scene }): ReactElement {
  const counts = batch && outcomesOf(batch);
  const rows: readonly (readonly [id: string, name: string, count: number])[] = counts
    ? [
        ['freed', 'freed', counts.freed],
        ['kept', 'kept, written or activated', counts.kept + counts.written + counts.activated],
        ['waiting', 'not decided yet', counts.waiting],
      ]
    : [];
  return (
    <section aria-labelledby="so-far-title">
      <h3 className="eyebrow" id="so-far-title">
        Batch so far
      </h3>
      {batch ? (
        <dl className="so-far">
          {rows.map(([id, name, count]) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd className="number">
                <meter
                  className={`so-far-${id}`}
                  aria-label={name}
                  min={0}
                  max={batch.pages.length}
                  value={count}
                />
                <span>{count}</span>
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="quiet">No batch is under way.</p>
      )}
    </section>
  );
}

/** Renders the question, and its answer once it is computed. */
function Question({ scene }: { scene: Scene }): ReactElement {
  const lane = useSlow((state) => state.lane);
  const scenario = useSlow((state) => state.scenario);
  const { answer, guess, alwaysAsk } = useSlow();
  const catalogue = useLab((state) => state.catalogue);
  const other = lane === 'a' ? 'b' : 'a';
  const title = scenario ? laneTitle(catalogue, laneSetting(scenario, other), 0) : '';
  return (
    <section className="slow-question" aria-labelledby="question-title">
      <h3 id="question-title">
        What happens to this page in{' '}
        <span className={`badge badge-${other}`}>{other.toUpperCase()}</span> {title}?
      </h3>
      <div className="question-answers" role="group" aria-labelledby="question-title">
        {OUTCOMES.map((outcome) => (
          <button
            key={outcome}
            type="button"
            className="button"
            aria-pressed={guess === outcome}
            onClick={() => slow.ask(outcome)}
          >
            {outcome}
          </button>
        ))}
        <button type="button" className="button" onClick={() => slow.ask(null)}>
          Show the answer
        </button>
      </div>
      <p role="status" data-testid="slow-answer">
        {answer && answerText(answer, guess, scene)}
      </p>
      <MechanismThatDecides answer={answer} scene={scene} />
      <label className="question-always">
        <input
          type="checkbox"
          checked={alwaysAsk}
          onChange={(event) => slow.setAlwaysAsk(event.target.checked)}
        />
        Show the answer for every page
      </label>
    </section>
  );
}

function MechanismThatDecides({
  answer,
  scene,
}: {
  answer: Answer | null;
  scene: Scene;
}): ReactElement | null {
  const catalogue = useLab((state) => state.catalogue);
  const [decision] = scene.events;
  if (answer?.kind !== 'decided' || !decision || answer.decision.reason === decision.reason) {
    return null;
  }
  const ids = [answer.decision.mechanism, decision.mechanism];
  const found = catalogue.mechanisms.find(({ id }) => ids.includes(id));
  return found ? (
    <p className="quiet">
      “{found.title}”: {aboutMechanism(found.id).explanation}
    </p>
  ) : null;
}

function answerText(answer: Answer, guess: string | null, scene: Scene): string {
  switch (answer.kind) {
    case 'decided': {
      const { decision, laterNs } = answer;
      const verdict = guess === null ? '' : guess === decision.fate ? 'Yes. ' : 'No. ';
      const same = decision.reason === scene.events[0]?.reason ? 'The same: ' : '';
      const later = laterNs > 0 ? `, ${formatDuration(laterNs)} later` : '';
      return `${verdict}${same}${decision.text.replace(/\.$/, `${later}.`)}`;
    }
    case 'same_kernel':
      return 'The same: no switch differs between the lanes.';
    case 'other_rules':
      return 'The lanes run different kernel versions, so the same page cannot be compared. Choose the same version with different switches.';
    case 'not_judged':
      return 'The other lane makes no decision about this page, because its batch differs earlier.';
  }
}
