/** The list of keys, fetched for who opens it. */
import { Part } from '../../core/parts/part.ts';

export const keysPart = new Part('The list of keys', () => import('./KeysDialog.tsx'));
