/** What stands among more controls, fetched for who opens them. */
import { Part } from '../../core/parts/part.ts';

export const expertPart = new Part('More controls', () => import('./ExpertButtons.tsx'));
