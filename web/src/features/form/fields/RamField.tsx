/** RAM as one figure: the zones below follow it, and can be set one by one. */
import { useState, type ReactElement } from 'react';

import {
  leastPages,
  PAGES_MAX,
  PAGES_OF_MIB,
  pagesOf,
  withPages,
} from '../../../core/machine/ram.ts';
import type { Scenario } from '../../../engine/types.ts';
import { amountText, valueText } from '../amounts.ts';
import { useForm } from '../context.ts';
import { isGroup, valueAt } from '../paths.ts';
import { FieldRow } from './FieldRow.tsx';
import { NumberControl } from './NumberControl.tsx';

/** The field; nothing where the zones are not such that there is a sum. */
export function RamField(): ReactElement | null {
  const { document, change } = useForm();
  const [refused, setRefused] = useState('');
  if (!hasZones(document)) {
    return null;
  }
  const { machine } = document;
  const mebibytes = Math.round(pagesOf(machine) / PAGES_OF_MIB);
  const scale = document.scale ?? 1;
  const scaled = scale > 1 ? ` The scale divides it by ${scale}.` : '';
  return (
    <FieldRow
      name="ram"
      label="RAM"
      about={`All zones together. The zones follow: DMA keeps its size, DMA32 lies below 4 GiB, Normal is the rest.${scaled}`}
      unit={['MiB', amountText(mebibytes, 'MiB')].filter(Boolean).join(' = ')}
      refused={refused}
    >
      {(control) => (
        <NumberControl
          control={control}
          value={mebibytes}
          min={Math.ceil(leastPages(document) / PAGES_OF_MIB)}
          max={PAGES_MAX / PAGES_OF_MIB}
          optional={false}
          placeholder=""
          onRefused={setRefused}
          onChange={(next) => {
            const pages = (next ?? mebibytes) * PAGES_OF_MIB;
            const what = `RAM ${valueText(mebibytes)} to ${valueText(next, 'MiB')}`;
            change(['machine'], withPages(machine, pages), what);
          }}
        />
      )}
    </FieldRow>
  );
}

/** Whether there are zones with sizes; the rest of the document may be wrong. */
function hasZones(document: unknown): document is Scenario {
  const zones = valueAt(document, ['machine', 'zones']);
  const sized = (zone: unknown) => isGroup(zone) && Number.isInteger(zone['present_pages']);
  return Array.isArray(zones) && zones.length > 0 && zones.every(sized);
}
