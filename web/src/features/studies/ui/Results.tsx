/** What the runs say together: pictures and tables, and all of it as files. */
import type { ReactElement } from 'react';

import { StudyPictures } from '../pictures/StudyPictures.tsx';
import { labAddress } from '../route.ts';
import { session } from '../session.ts';
import type { ShownStudy } from '../store.ts';

interface ResultsProps {
  study: ShownStudy;
  measure: string;
  onMeasure: (measure: string) => void;
}

/** The section. */
export function Results({ study, measure, onMeasure }: ResultsProps): ReactElement {
  const { outcome } = study;
  return (
    <section aria-labelledby="results-title" className="study-results">
      <div className="results-head">
        <h3 id="results-title" className="section-title">
          Results
        </h3>
        <button type="button" className="button" onClick={() => void session.save('json')}>
          Save JSON
        </button>
        <button type="button" className="button" onClick={() => void session.save('csv')}>
          Save CSV
        </button>
      </div>
      <StudyPictures
        result={outcome}
        measure={measure}
        onMeasure={onMeasure}
        openPoint={(point) => {
          const link = outcome.points[point]?.link;
          if (link !== undefined) {
            window.location.assign(labAddress(link));
          }
        }}
      />
    </section>
  );
}
