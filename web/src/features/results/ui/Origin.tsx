/** Where the computed figures come from: this build, an earlier version, or this browser. */
import type { ReactElement } from 'react';

import { session } from '../session.ts';
import { useResults } from '../store.ts';
import { countOf, runsOf, verdictStateOf, type PlacedLine } from '../tables.ts';

/** A line of text; in a box where the reader has to take care. */
export function Origin({ lines }: { lines: readonly PlacedLine[] }): ReactElement | null {
  const beforehand = useResults((state) => state.beforehand);
  const { quick } = useResults((state) => state.options);
  const here = useResults((state) => state.here);
  const finished = useResults((state) => state.finished);
  const working = useResults((state) => state.work !== null);
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const computable = lines.filter(({ line }) => line.runs.length > 0);
  if (computable.length === 0) {
    return <p className="origin">Nothing of this table is simulated; a note says why.</p>;
  }
  if (quick) {
    const small = computable.filter(
      (line) => verdictStateOf(line, judged, failures) === 'too_small',
    );
    return <p className="origin origin-care">{quickNote(computable, small.length)}</p>;
  }
  const waiting = computable.filter((line) => verdictStateOf(line, judged, failures) === 'waiting');
  const ahead = computable.some(({ number }) => beforehand?.lines.has(number));
  const own = computable.filter(({ number }) => here.has(number));
  const parts: string[] = [];
  if (ahead && beforehand) {
    const seeds = beforehand.seeds === 1 ? 'one seed' : `${beforehand.seeds} seeds`;
    parts.push(
      beforehand.stale
        ? 'An earlier version of the model, or of the rule of the verdicts, computed these figures, so this version may give other ones.'
        : `Computed beforehand with this version of the model, at full size, with ${seeds}.`,
    );
  }
  if (own.length > 0) {
    parts.push(ownNote(own, here, ahead && !beforehand?.stale));
  }
  if (waiting.length > 0) {
    parts.push(
      waiting.length === computable.length
        ? 'These figures are not computed in this build: compute them in your browser.'
        : `${waiting.length} of ${computable.length} figures are not computed in this build.`,
    );
  }
  if (!ahead || !beforehand?.stale) {
    return <p className="origin">{parts.join(' ')}</p>;
  }
  const left = runsOf(computable).filter((run) => !finished.has(run)).length;
  return (
    <div className="origin origin-care">
      <p>{parts.join(' ')}</p>
      {left > 0 && (
        <button
          type="button"
          className="button"
          disabled={working}
          title="At full size a run takes from a second to minutes"
          onClick={() => session.run(computable)}
        >
          Compute again <span className="run-count number">{countOf(left)}</span>
        </button>
      )}
    </div>
  );
}

/** What this browser computed, and whether it agrees. */
function ownNote(
  own: readonly PlacedLine[],
  here: ReadonlyMap<number, boolean>,
  compared: boolean,
): string {
  const figures = own.length === 1 ? '1 figure' : `${own.length} figures`;
  const other = own.filter(({ number }) => here.get(number) === false).length;
  const computed = `Your browser computed ${figures}`;
  if (!compared) {
    return `${computed}.`;
  }
  return other === 0
    ? `${computed} and got the same values.`
    : `${computed}; ${other} of them differ from those computed beforehand.`;
}

/** What a machine of another size cannot tell. */
function quickNote(computable: readonly PlacedLine[], small: number): string {
  const most = Math.max(...computable.map(({ row }) => row.scale));
  if (most === 1) {
    return 'These machines are small: Quick computes them at full size, too.';
  }
  const none =
    small === 0
      ? ''
      : ` ${small} of ${computable.length} figures cannot be compared, because they are judged by their value and not by a change.`;
  return `Quick divides RAM and sizes by up to ${most}.${none} Devices and naps keep their speed, so a change can be smaller than at full size, or have the other direction: trust only verdicts at full size.`;
}
