/** The controls of a picture: the measure, the kind, and the factors of a heat map. */
import { useState, type ReactElement } from 'react';

import type { StudyResult } from '../../../engine/generated/scenario.ts';
import { factorsOf, lanesOf, varied } from './data.ts';
import { KINDS, type Kind } from './draw.ts';
import type { HeatChoice, HeatMode } from './heat.ts';
import { fullTitle, measureOf, ratioOf } from '../measures.ts';

interface ChoiceProps<T extends string | number> {
  label: string;
  value: T;
  options: readonly { value: T; text: string }[];
  onChange: (value: T) => void;
}

/** Renders a choice from a list. */
function Choice<T extends string | number>({
  label,
  value,
  options,
  onChange,
}: ChoiceProps<T>): ReactElement {
  return (
    <label className="study-choice">
      <span className="quiet">{label}</span>
      <select
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => String(option.value) === event.target.value);
          if (chosen) {
            onChange(chosen.value);
          }
        }}
      >
        {options.map(({ value: of, text }) => (
          <option key={of} value={of}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Returns the measures to choose from: both lanes of a measure are one choice, and their ratio is the next. */
function measureChoices(result: StudyResult): { value: string; text: string }[] {
  const seen = new Set<string>();
  return result.study.measures.flatMap((name) => {
    const lanes = lanesOf(result, name);
    const [first] = lanes;
    if (!first || seen.has(first.name)) {
      return [];
    }
    seen.add(first.name);
    const text = lanes.length > 1 ? `${first.title}, A and B` : fullTitle(measureOf(name));
    const ratio = ratioOf(result.study, name);
    const more = ratio !== null && !seen.has(ratio) ? [ratio] : [];
    more.forEach((of) => seen.add(of));
    return [first.name, ...more].map((value) => ({
      value,
      text: value === first.name ? text : fullTitle(measureOf(value)),
    }));
  });
}

interface MeasureChoiceProps {
  result: StudyResult;
  measure: string;
  onMeasure: (name: string) => void;
}

/** Renders the list of measures. */
export function MeasureChoice({ result, measure, onMeasure }: MeasureChoiceProps): ReactElement {
  const [first] = lanesOf(result, measure);
  return (
    <Choice
      label="Measure"
      value={first?.name ?? measure}
      options={measureChoices(result)}
      onChange={onMeasure}
    />
  );
}

interface KindChoiceProps {
  kinds: readonly Kind[];
  kind: Kind;
  onKind: (kind: Kind) => void;
}

/** Renders the kinds of pictures, if there are several. */
export function KindChoice({ kinds, kind, onKind }: KindChoiceProps): ReactElement | null {
  return kinds.length < 2 ? null : (
    <Choice
      label="Picture"
      value={kind}
      options={kinds.map((value) => ({ value, text: KINDS[value] }))}
      onChange={onKind}
    />
  );
}

interface HeatControlsProps {
  result: StudyResult;
  measure: string;
  choice: HeatChoice;
  onChoice: (choice: HeatChoice) => void;
}

const NO_PANEL = -1;

/** Renders the factors that span a heat map, the meaning of its colours, and the threshold for an effect. */
export function HeatControls({
  result,
  measure,
  choice,
  onChoice,
}: HeatControlsProps): ReactElement {
  const factors = varied(factorsOf(result));
  const ratio = measureOf(measure).lane === 'ratio';
  const options = factors.map(({ at, name }) => ({ value: at, text: name }));
  const place = (key: 'x' | 'y', at: number) => onChoice(swapped(choice, key, at));
  const others = factors.filter(({ at }) => at !== choice.x && at !== choice.y);
  return (
    <>
      <Choice
        label="Horizontal"
        value={choice.x}
        options={options}
        onChange={(at) => place('x', at)}
      />
      <Choice
        label="Vertical"
        value={choice.y}
        options={options}
        onChange={(at) => place('y', at)}
      />
      {others.length > 0 && (
        <Choice
          label="Panels"
          value={choice.panel ?? NO_PANEL}
          options={[
            { value: NO_PANEL, text: 'one' },
            ...others.map(({ at, name }) => ({ value: at, text: `one for each value of ${name}` })),
          ]}
          onChange={(at) => onChoice({ ...choice, panel: at === NO_PANEL ? null : at })}
        />
      )}
      {others
        .filter(({ at }) => at !== choice.panel)
        .map(({ at, name, levels }) => (
          <Choice
            key={at}
            label={name}
            value={choice.fixed[at] ?? levels[0]?.level ?? 0}
            options={levels.map(({ level, label }) => ({ value: level, text: label }))}
            onChange={(level) => onChoice({ ...choice, fixed: { ...choice.fixed, [at]: level } })}
          />
        ))}
      {!ratio && (
        <Choice<HeatMode>
          label="Colours"
          value={choice.mode}
          options={[
            { value: 'value', text: 'values' },
            { value: 'change', text: 'change from the first combination' },
          ]}
          onChange={(mode) => onChoice({ ...choice, mode })}
        />
      )}
      {(ratio || choice.mode === 'change') && (
        <ThresholdField
          threshold={choice.threshold}
          onThreshold={(threshold) => onChoice({ ...choice, threshold })}
        />
      )}
    </>
  );
}

/** Puts a factor on an axis; the previous factor of this axis moves to where the new one was. */
export function swapped(choice: HeatChoice, key: 'x' | 'y', at: number): HeatChoice {
  const was = choice[key];
  const other = key === 'x' ? 'y' : 'x';
  return {
    ...choice,
    [key]: at,
    [other]: choice[other] === at ? was : choice[other],
    panel: choice.panel === at ? was : choice.panel,
  };
}

interface ThresholdFieldProps {
  threshold: number;
  onThreshold: (threshold: number) => void;
}

/** Renders the field for the minimum change that counts as an effect, percent. Invalid text changes nothing. */
function ThresholdField({ threshold, onThreshold }: ThresholdFieldProps): ReactElement {
  const [text, setText] = useState(String(Number((threshold * 100).toPrecision(6))));
  return (
    <label className="study-choice">
      <span className="quiet">Threshold, %</span>
      <input
        type="number"
        min={0.1}
        max={900}
        step={0.5}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          const percent = Number(event.target.value);
          if (event.target.value !== '' && percent >= 0.1 && percent <= 900) {
            onThreshold(percent / 100);
          }
        }}
      />
    </label>
  );
}
