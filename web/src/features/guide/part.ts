/** The questions of the gallery and the card with the outcome, as the page fetches them. */
export { OutcomeCard } from './OutcomeCard.tsx';
export { questionOf } from './questions.ts';
