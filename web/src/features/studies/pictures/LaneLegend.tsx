/** Below a picture: what its lanes run. */
import type { Study } from '../../../engine/generated/scenario.ts';
import { lanesOfStudy } from './data.ts';
import { Label, type Drawing } from './drawing.tsx';
import { laneLine, laneNames } from './lanes.ts';
import type { Palette } from './palette.ts';

const LINE = 17;

/** The picture with a line for each lane that its measure is of; as it is where nothing is compared. */
export function withLaneNames(
  drawing: Drawing,
  study: Study,
  measure: string,
  palette: Palette,
): Drawing {
  const measures = lanesOfStudy(study, measure).map(({ name }) => name);
  const lanes = laneNames(study, measures);
  const { width, height, under } = drawing;
  return {
    ...drawing,
    height: height + LINE * lanes.length,
    under: (
      <>
        {under}
        {lanes.map((lane, at) => (
          <Label
            key={lane.lane}
            x={0}
            y={height + LINE * at + 12}
            text={laneLine(lane)}
            room={width}
            colour={palette.quiet}
          />
        ))}
      </>
    ),
  };
}
