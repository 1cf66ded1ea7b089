/** What the page fetches where a scenario was opened from a row. */
export { RowLine } from './RowLine.tsx';
