/** What can be taken away of a run: files for programs, text for a mail, pictures for slides. */
import { useEffect, useRef, useState, type ReactElement } from 'react';

import { comparisonText } from '../counters/comparison.ts';
import { countersCsv, rowsOf, type Selection } from '../counters/rows.ts';
import { samplesCsv, samplesJson, type Origin } from '../counters/samples.ts';
import type { LaneState } from '../lab/lane-state.ts';
import { LANES, type LaneId } from '../lab/lanes.ts';
import { lab } from '../lab/lab.ts';
import { useLab } from '../lab/store.ts';
import { useTick } from '../lab/ticks.ts';
import { runFileName, saveText } from './save.ts';
import { useCounters, useKernels, type Counters } from './use-counters.ts';

/** Stops time, for both lanes must be at the same moment and have a digest. */
export function TakeAway({ selection }: { selection: Selection }): ReactElement {
  useTick('tables');
  useEffect(() => {
    if (useLab.getState().playing) {
      lab.play(false);
    }
  }, []);
  const scenario = useLab((state) => state.scenario);
  const link = useLab((state) => state.link);
  const engineVersion = useLab((state) => state.engineVersion);
  const counters = useCounters();
  const kernels = useKernels(counters?.pair ?? null);
  if (!scenario || !counters || !LANES.every((lane) => counters.pair[lane].digest !== null)) {
    return (
      <p className="counters-none quiet" role="status">
        Both lanes come to a stand…
      </p>
    );
  }
  const origin = { scenario, link, engineVersion, kernels };
  return <Choices origin={origin} counters={counters} selection={selection} />;
}

interface ChoicesProps {
  origin: Origin;
  counters: Counters;
  selection: Selection;
}

function Choices({ origin, counters, selection }: ChoicesProps): ReactElement {
  const { columns, pair } = counters;
  const nowNs = lab.lanes.nowNs();
  const save = (what: string, type: string, text: string) => {
    saveText(runFileName(origin.scenario.title, origin.kernels, nowNs, what), type, text);
  };
  return (
    <div className="take">
      <ul className="take-files">
        <Choice
          title="Counters, CSV"
          about="Every name, zones included, as it stands now."
          onTake={() => save('counters.csv', 'text/csv', countersCsv(columns, pair))}
        />
        <Choice
          title="Samples, CSV"
          about="Both lanes over time: lane, seconds, name, value."
          onTake={() => save('samples.csv', 'text/csv', samplesCsv(pair))}
        />
        <Choice
          title="Samples, JSON"
          about="The same with scenario, link, engine version and digests."
          onTake={() => {
            const text = samplesJson(origin, pair, digestsOf(pair));
            save('samples.json', 'application/json', text);
          }}
        />
      </ul>
      <Comparison text={comparisonText(origin, pair, rowsOf(columns, pair, selection))} />
    </div>
  );
}

function digestsOf(pair: Record<LaneId, LaneState>): Record<LaneId, string | null> {
  return { a: pair.a.digest, b: pair.b.digest };
}

interface ChoiceProps {
  title: string;
  about: string;
  onTake: () => void;
}

function Choice({ title, about, onTake }: ChoiceProps): ReactElement {
  return (
    <li>
      <button type="button" className="take-file" onClick={onTake}>
        <strong>{title}</strong>
        <span className="quiet">{about}</span>
      </button>
    </li>
  );
}

const SAID = { copied: 'Copied', refused: 'Selected: copy it by hand' } as const;

function Comparison({ text }: { text: string }): ReactElement {
  const area = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState<keyof typeof SAID | null>(null);
  const copy = () => {
    // Not in every context (plain http, say) is there a clipboard.
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(
        () => setSaid('copied'),
        () => {
          area.current?.focus();
          area.current?.select();
          setSaid('refused');
        },
      );
  };
  return (
    <>
      <div className="take-text-head">
        <label htmlFor="take-text">Comparison as text: the names that the table shows</label>
        <span role="status" className="quiet">
          {said === null ? '' : SAID[said]}
        </span>
        <button type="button" className="button button-primary" onClick={copy}>
          Copy text
        </button>
      </div>
      <textarea
        ref={area}
        id="take-text"
        className="document take-text"
        readOnly
        spellCheck={false}
        wrap="off"
        value={text}
      />
    </>
  );
}
