/** The sliders, fetched beside the first picture: they have nothing to turn before a machine is there. */
import { Part } from '../../core/parts.tsx';

export const slidersPart = new Part('The sliders', () => import('./Sliders.tsx'));
