/** The list of scenarios, fetched for who asks for it: it has what starts studies, which is another feature's. */
import { Part } from '../core/parts/part.ts';

export const scenariosPart = new Part('The list of scenarios', () => import('./Scenarios.tsx'));
