/** Messages about what is kept in this browser, fetched when there is one. */
import { Part } from '../../core/parts/part.ts';

export const messagesPart = new Part('What is kept in this browser', () => import('./part.ts'));
