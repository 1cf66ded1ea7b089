/** The search, fetched for who searches. */
import { Part } from '../../core/parts/part.ts';

export const searchPart = new Part('The search', () => import('./SearchDialog.tsx'));
