/** The kernel of a lane: its preset, the mechanisms that differ from the preset, and the switches during the run. */
import type { ReactElement } from 'react';

import {
  laneSetting,
  mechanismsOn,
  switchedSetting,
  withLane,
  type LaneId,
} from '../../../core/lab/lanes.ts';
import { movementsFor, movementsText, whyBlocked } from '../../../core/lab/requirements.ts';
import { useLab } from '../../../core/lab/store.ts';
import type { Scenario } from '../../../engine/types.ts';
import { aboutMechanism } from '../../../engine/whole-catalogue.ts';
import { isGroup, nameOf, type Path } from '../paths.ts';
import { present, scenarioSchema } from '../schema.ts';
import { Field } from './Field.tsx';
import { FieldRow, GroupProblems, idOf, useForm } from './FieldRow.tsx';

/** Renders the fields of a lane. */
export function LaneFields({ lane }: { lane: LaneId }): ReactElement | null {
  const { document, change } = useForm();
  const { presets, mechanisms } = useLab((state) => state.catalogue);
  const catalogue = { presets, mechanisms };
  if (!isLaned(document)) {
    return null;
  }
  const path: Path = lane === 'b' ? ['against'] : [];
  const at = (name: string) => [...path, name];
  const setting = laneSetting(document, lane);
  const put = (next: typeof setting, what: string) =>
    change([], withLane(document, lane, next), what);
  // The mechanisms that are on at the start, before any switch during the run.
  const on = mechanismsOn(catalogue, { ...setting, interventions: [] }, 0);
  const interventions = present(scenarioSchema.properties?.['interventions'] ?? {}).schema;
  const switched = Object.keys(setting.mechanisms).length;
  return (
    <>
      <FieldRow
        name={nameOf(at('kernel'))}
        label={`Kernel of lane ${lane.toUpperCase()}`}
        about="A kernel preset sets the mechanisms. Choosing another one resets your changes to them."
      >
        {(control) => (
          <select
            {...control}
            value={setting.kernel}
            onChange={({ target }) =>
              put(
                { kernel: target.value, mechanisms: {}, interventions: [] },
                `kernel ${target.value} in ${lane.toUpperCase()}`,
              )
            }
          >
            {!presets.some(({ id }) => id === setting.kernel) && (
              <option value={setting.kernel}>{setting.kernel} (unknown)</option>
            )}
            {presets.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </FieldRow>
      <details className="form-mechanisms" id={idOf(nameOf(at('mechanisms')))}>
        <summary>
          Mechanisms: {on.size} on{switched > 0 && `, ${switched} changed from the preset`}
        </summary>
        <GroupProblems name={nameOf(at('mechanisms'))} />
        {mechanisms.map((mechanism) => {
          const { id, title } = mechanism;
          const { explanation } = aboutMechanism(id);
          const isOn = on.has(id);
          const movements = movementsFor(catalogue, id, !isOn, on);
          const also = movements.length > 1 ? ` ${whyBlocked(catalogue, mechanism, on) ?? ''}` : '';
          return (
            <FieldRow
              key={id}
              name={nameOf(at(`mechanisms.${id}`))}
              label={title}
              about={
                also === '' ? explanation : `${explanation}${also} They are switched together.`
              }
              className="form-row-check"
            >
              {(control) => (
                <input
                  {...control}
                  type="checkbox"
                  checked={isOn}
                  onChange={() =>
                    put(
                      movements.reduce(
                        (before, { mechanism: moved, on: to }) =>
                          switchedSetting(catalogue, before, moved, to),
                        setting,
                      ),
                      movementsText(catalogue, lane, movements),
                    )
                  }
                />
              )}
            </FieldRow>
          );
        })}
      </details>
      {(lane === 'a' || document.against) && (
        <Field path={at('interventions')} schema={interventions} value={setting.interventions} />
      )}
    </>
  );
}

/** Whether the lanes can be read; the rest of the document may be invalid. */
function isLaned(document: unknown): document is Scenario {
  const isLane = (lane: unknown) =>
    isGroup(lane) &&
    typeof lane['kernel'] === 'string' &&
    isGroup(lane['mechanisms'] ?? {}) &&
    (lane['interventions'] === undefined || Array.isArray(lane['interventions']));
  return (
    isLane(document) &&
    isGroup(document) &&
    (document['against'] === undefined || isLane(document['against']))
  );
}
