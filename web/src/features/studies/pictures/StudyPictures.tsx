/** The pictures of a study's result, with a sentence, tables and exports. */
import {
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type RefObject,
} from 'react';

import './pictures.css';

import { unbroken } from '../../../base/format.ts';
import { useTheme } from '../../../base/theme.ts';
import { saveText, slugOf } from '../../../core/storage/files.ts';
import type { StudyResult } from '../../../engine/generated/scenario.ts';
import { HeatControls, KindChoice, MeasureChoice } from './Controls.tsx';
import { lanesOf, progressOf, spreadNote } from './data.ts';
import { DataTable, LeftOut } from './DataTable.tsx';
import { drawingOf, picturesOf, sentenceOf, type Kind, type Shown } from './draw.ts';
import { DARK, LIGHT } from './values.ts';
import { defaultChoice, type HeatChoice } from './heat.ts';
import { measureOf, withRatio } from '../measures.ts';
import { Plot } from './Plot.tsx';
import { Report, svgFile } from './Report.tsx';
import { pairLines, sharesNote } from './shares.ts';
import { shownLanes } from './ShareBars.tsx';
import { pointTable, shareTable } from './table.ts';
import { OPENS_AT } from '../route.ts';
import { mechanismNames } from '../words.ts';

/** Width of pictures in files and on paper, px. */
const PAPER_WIDTH = 680;
/** Width if the layout does not provide one, px. */
const UNKNOWN_WIDTH = 720;
/** Maximum number of rows for which a table is unfolded at first. */
const OPEN_ROWS_MAX = 32;

interface StudyPicturesProps {
  result: StudyResult;
  /** Name of the measure that is shown. */
  measure: string;
  onMeasure: (name: string) => void;
  /** Opens a combination in the Lab. */
  openPoint: (point: number) => void;
}

/** Renders a result. The user's choices for one study are not kept for another. */
export function StudyPictures(props: StudyPicturesProps): ReactElement {
  const { study } = props.result;
  const key = useMemo(() => JSON.stringify(study), [study]);
  return <Pictures key={key} {...props} />;
}

function Pictures(props: StudyPicturesProps): ReactElement {
  const { measure, onMeasure, openPoint } = props;
  // While results arrive, a large picture is rendered at low priority.
  const given = useDeferredValue(props.result);
  const result = useMemo(() => withRatio(given, measure), [given, measure]);
  const kinds = useMemo(() => picturesOf(result), [result]);
  const [wanted, setKind] = useState<Kind | null>(null);
  const [chosen, setHeat] = useState<HeatChoice | null>(null);
  const [reporting, setReporting] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const palette = useTheme((state) => state.dark) ? DARK : LIGHT;
  const kind = kinds.find((it) => it === wanted) ?? kinds[0] ?? 'dots';
  const heat = useMemo(() => chosen ?? defaultChoice(result), [chosen, result]);
  const shown = useMemo<Shown>(() => ({ kind, measure, heat }), [kind, measure, heat]);
  const sentence = useMemo(() => sentenceOf(result, shown), [result, shown]);
  const drawing = useMemo(
    () => (width === null ? null : drawingOf(result, shown, width, palette)),
    [result, shown, width, palette],
  );
  const note = useMemo(() => noteOf(result, measure, kind), [result, measure, kind]);
  const points = useMemo(() => pointTable(result, measure), [result, measure]);
  const shares = useMemo(
    () => (kind === 'shares' ? shareTable(result, measure) : null),
    [kind, result, measure],
  );
  const paper = () => drawingOf(result, shown, PAPER_WIDTH, LIGHT);
  const file = `${slugOf(result.study.title)}-${slugOf(measure)}`;
  const saveSvg = () => {
    const still = paper();
    if (still) {
      const origin = { title: result.study.title, engine: result.engine };
      saveText(`${file}.svg`, 'image/svg+xml', svgFile(still, origin));
    }
  };
  return (
    <section className="study-pictures" aria-label="Results of the study">
      <div className="study-controls">
        <MeasureChoice result={result} measure={measure} onMeasure={onMeasure} />
        <KindChoice kinds={kinds} kind={kind} onKind={setKind} />
        {kind === 'heat' && (
          <HeatControls result={result} measure={measure} choice={heat} onChoice={setHeat} />
        )}
      </div>
      <figure className="study-figure card">
        <figcaption>
          <Partial result={result} measure={measure} />
          <p className="study-sentence">{unbroken(sentence)}</p>
        </figcaption>
        <div ref={place} className="study-place">
          {drawing && drawing.marks.length > 0 ? (
            <Plot drawing={drawing} palette={palette} openPoint={openPoint} />
          ) : (
            width !== null && <p className="quiet">There is nothing to draw yet.</p>
          )}
        </div>
        <Names result={result} />
        <p className="quiet study-note">{note}</p>
        {kind === 'shares' && <Pairs result={result} measure={measure} openPoint={openPoint} />}
        <div className="study-exports">
          <button
            type="button"
            className="button button-small"
            disabled={!drawing || drawing.marks.length === 0}
            onClick={saveSvg}
          >
            Download SVG
          </button>
          <button type="button" className="button button-small" onClick={() => setReporting(true)}>
            Report…
          </button>
        </div>
      </figure>
      {shares && shares.rows.length > 0 && (
        <DataTable table={shares} file={`${file}-shares`} open openPoint={openPoint} />
      )}
      <DataTable
        table={points}
        file={file}
        open={!shares && points.rows.length <= OPEN_ROWS_MAX}
        openPoint={openPoint}
      />
      <LeftOut result={result} />
      {reporting && (
        <Report
          result={result}
          measure={measure}
          sentence={sentence}
          note={note}
          drawing={paper()}
          table={shares && shares.rows.length > 0 ? shares : points}
          onClose={() => setReporting(false)}
        />
      )}
    </section>
  );
}

/** Explains the ranges and intervals in the picture. */
function noteOf(result: StudyResult, measure: string, kind: Kind): string {
  if (kind === 'shares') {
    return sharesNote(result, shownLanes(result, measure)[0] ?? measureOf(measure));
  }
  const lanes = lanesOf(result, measure);
  return spreadNote(
    result.points.flatMap(({ spread }) => lanes.flatMap(({ name }) => spread[name] ?? [])),
  );
}

/** Renders how much of the study the picture includes; nothing if it is complete. */
function Partial({
  result,
  measure,
}: Pick<StudyPicturesProps, 'result' | 'measure'>): ReactElement | null {
  const said = partOf(result, measure);
  return said === '' ? null : (
    <p className="study-partial" role="status">
      {said}
    </p>
  );
}

function partOf(result: StudyResult, measure: string): string {
  const progress = progressOf(result);
  if (progress) {
    const { ended, all } = progress;
    // The counts of runs are beside the buttons, and are newer than the picture.
    return ended === all
      ? ''
      : 'The picture shows only the runs that have ended so far. It may change.';
  }
  const lanes = lanesOf(result, measure);
  const { points } = result;
  const without = points.filter(({ spread }) => lanes.some(({ name }) => !spread[name])).length;
  return without === 0
    ? ''
    : `${without} of ${points.length} combinations have no value: not computed yet, or nothing to measure.`;
}

/** Renders what the Lab calls the mechanisms whose ids the picture and the texts show; nothing if there are none. */
function Names({ result: { study } }: Pick<StudyPicturesProps, 'result'>): ReactElement | null {
  const names = useMemo(() => mechanismNames(study), [study]);
  return names.length === 0 ? null : (
    <dl className="study-names" aria-label="Mechanisms by their names in the Lab">
      {names.map(({ id, title }) => (
        <div key={id}>
          <dt>{id}</dt>
          <dd>{title}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Renders pairs of mechanisms whose joint effect differs from the sum of their effects. */
function Pairs({
  result,
  measure,
  openPoint,
}: Omit<StudyPicturesProps, 'onMeasure'>): ReactElement | null {
  const lanes = shownLanes(result, measure);
  const lines = lanes.flatMap((lane) =>
    pairLines(result, lane).map((line) => ({
      ...line,
      lane: lanesOf(result, measure).length > 1 ? lane.lane.toUpperCase() : '',
    })),
  );
  return lines.length === 0 ? null : (
    <div className="study-pairs">
      <h4>Interactions between mechanisms</h4>
      <ul>
        {lines.map(({ key, text, point, lane }) => (
          <li key={`${lane} ${key}`}>
            {lane === '' ? text : `${lane}: ${text}`}
            {point !== null && (
              <button
                type="button"
                className="link-button"
                aria-label={`Open in the Lab: ${text}`}
                title={OPENS_AT}
                onClick={() => openPoint(point)}
              >
                Open
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the width of an element, px; null until it is laid out. */
function useWidth(place: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null);
  // Measure before the first picture is drawn, because drawing thousands of cells twice takes time.
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) {
      return;
    }
    const take = () => setWidth(element.clientWidth || UNKNOWN_WIDTH);
    take();
    const observer = new ResizeObserver(take);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}
