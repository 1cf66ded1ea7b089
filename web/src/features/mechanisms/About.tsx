/** The explanation of a switch. */
import type { ReactElement } from 'react';

import type { Mechanism } from '../../engine/types.ts';
import { aboutMechanism } from '../../engine/whole-catalogue.ts';
import './about.css';

/** Renders what a mechanism does, where it comes from, and since which kernel. */
export function About({ mechanism }: { mechanism: Mechanism }): ReactElement {
  const { id, kernel, assumed } = mechanism;
  const { explanation, source } = aboutMechanism(id);
  return (
    <p>
      {explanation}{' '}
      <span className="quiet">
        {source}
        {source.includes(kernel) ? '' : ` · ${kernel}`}
        {assumed && ' · assumed effect'}
      </span>
    </p>
  );
}
