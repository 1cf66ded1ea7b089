/**
 * The guide to a run: the question that it answers, with the answer below it, and the line under each lane. Their space
 * is reserved before their texts are loaded.
 */
import { useSyncExternalStore, type ReactElement, type ReactNode } from 'react';

import { OPENING_QUESTION, openingScenario } from '../../core/gallery/gallery.ts';
import { laneSetting, laneTitle, sameLanes, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { useAfterFirstRun, useLane } from '../../core/lab/use-lab.ts';
import { OnDemand, Part } from '../../core/parts.tsx';
import type { Catalogue, Scenario } from '../../engine/types.ts';

// If the part cannot be loaded, the question and the lanes remain.
const stay = () => undefined;

/** Renders the question and, once there is one, the outcome. `share` copies the link. */
export function Question({ share }: { share: ReactNode }): ReactElement | null {
  const scenario = useLab((state) => state.scenario);
  const failed = useLab((state) => state.failure !== null);
  const begun = useAfterFirstRun();
  if (!scenario || failed) {
    return null;
  }
  return (
    <section className="question" aria-label="Question of this run">
      <QuestionText scenario={scenario} />
      <div className="outcome-room">
        <OnDemand part={guidePart} wanted={begun} giveUp={stay}>
          {({ OutcomeCard }) => <OutcomeCard share={share} />}
        </OnDemand>
      </div>
    </section>
  );
}

/** Renders the effect of the last change, below the controls that make it. */
export function ChangedLine(): ReactElement {
  return (
    <OnDemand part={guidePart} wanted={useAfterFirstRun()} giveUp={stay}>
      {({ BeforeChange }) => <BeforeChange />}
    </OnDemand>
  );
}

function QuestionText({ scenario }: { scenario: Scenario }): ReactElement {
  const catalogue = useLab((state) => state.catalogue);
  const galleryId = useLab((state) => state.galleryId);
  const guide = useSyncExternalStore(guidePart.listen, () => guidePart.module);
  const asked = isOpening(scenario) ? OPENING_QUESTION : guide?.questionOf(scenario, galleryId);
  return <h2 className="question-text">{asked ?? questionFor(scenario, catalogue)}</h2>;
}

function isOpening(scenario: Scenario): boolean {
  return scenario.title === openingScenario.title && sameLanes(scenario, openingScenario);
}

/** Returns a question for a scenario that has none of its own. */
export function questionFor(scenario: Scenario, catalogue: Catalogue): string {
  const [a, b] = (['a', 'b'] as const).map((lane) =>
    laneTitle(catalogue, laneSetting(scenario, lane), Infinity),
  );
  return a === b
    ? `What does ${a} do in “${scenario.title}”?`
    : `“${scenario.title}”: what does ${b} change compared with ${a}?`;
}

/** The part of the guide that is not needed when the page first renders. */
export const guidePart = new Part('The outcome of a run', () => import('./part.ts'));

/** Renders the line, hidden from screen readers: the table of the lane says the same. */
export function LaneCaption({ lane }: { lane: LaneId }): ReactElement {
  const state = useLane(lane);
  const begun = useAfterFirstRun();
  return (
    <p className="caption" data-testid={`caption-${lane}`}>
      <span className={`badge badge-${lane}`}>{lane.toUpperCase()}</span>
      {state && (
        <OnDemand part={guidePart} wanted={begun} giveUp={stay}>
          {({ CaptionLine }) => <CaptionLine lane={lane} />}
        </OnDemand>
      )}
    </p>
  );
}
