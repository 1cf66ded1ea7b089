/** The way to a moment, fetched for who asks for it. */
import { Part } from '../../core/parts/part.ts';

export const guidePart = new Part('The way to a moment', () => import('./part.ts'));
