/** The tour, as the page fetches it. */
import './tour.css';

export { startTour } from './run.ts';
export { Tour } from './Tour.tsx';
