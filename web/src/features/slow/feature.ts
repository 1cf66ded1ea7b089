/** Slow motion, fetched for who opens it. */
import { offer } from '../../core/parts/commands.ts';
import { ask, Part } from '../../core/parts/part.tsx';

export const slowPart = new Part('Slow motion', () => import('./ui/SlowMotion.tsx'));

offer('slow-motion', () => void ask(slowPart).then((part) => part?.slow.open()));
