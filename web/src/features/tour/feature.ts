/** The tour, fetched for who takes it. */
import { offer } from '../../core/parts/commands.ts';
import { ask, Part } from '../../core/parts/part.tsx';

export const tourPart = new Part('The tour', () => import('./Tour.tsx'));

offer('tour', () => void ask(tourPart).then((part) => part?.startTour()));
