/** The way from a study to the smallest machine of its base scenario. */
import { useEffect, useState, type ReactElement } from 'react';

import { loadDocuments } from '../../../engine/documents.ts';
import { hashOf } from '../route.ts';
import type { Study } from '../types.ts';

/** The link; a scenario that has none, because it is too large for one, has no such way. */
export function SmallestLink({ base }: Pick<Study, 'base'>): ReactElement | null {
  const link = useBaseLink(base);
  return link === null ? null : (
    <a className="button" href={hashOf({ view: 'smallest', link })}>
      Find its smallest machine
    </a>
  );
}

/** The link of a base scenario: the id of one of the gallery is a link by itself. */
function useBaseLink({ gallery, scenario }: Study['base']): string | null {
  const document = (scenario ?? null) === null ? null : JSON.stringify(scenario);
  const [written, setWritten] = useState<{ document: string; link: string } | null>(null);
  useEffect(() => {
    let here = true;
    const write = async (text: string) => {
      const link = (await loadDocuments()).encodeLink(text, '{}');
      if (here) {
        setWritten({ document: text, link });
      }
    };
    if (document !== null) {
      write(document).catch(() => undefined);
    }
    return () => {
      here = false;
    };
  }, [document]);
  return gallery ?? (written?.document === document ? written.link : null);
}
