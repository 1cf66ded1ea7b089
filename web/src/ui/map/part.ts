/** What tells of single frames, as the page fetches it. */
import '../styles/frames.css';

export { FrameGrid } from './FrameGrid.tsx';
export { FrameNote } from './FrameNote.tsx';
