/** The questions of the gallery, the lines under the lanes and the card with the outcome, as the page fetches them. */
export { CaptionLine } from './CaptionLine.tsx';
export { OutcomeCard } from './OutcomeCard.tsx';
export { questionOf } from './questions.ts';
