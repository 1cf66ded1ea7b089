/** Lessons, fetched for who learns. */
import { Part } from '../../core/parts/part.ts';

export const lessonsPart = new Part('Lessons', () => import('./part.ts'));
