/** What tells of single frames, as the page fetches it. */
export { FrameGrid } from './FrameGrid.tsx';
export { FrameNote } from './FrameNote.tsx';
