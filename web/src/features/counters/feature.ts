/** The table of counters, fetched for who opens it. */
import { Part } from '../../core/parts/part.ts';

export const countersPart = new Part('The table of counters', () => import('./CountersDialog.tsx'));
