/** What tells of single frames, as the page fetches it. */
import './frames.css';

export { FrameGrid } from './FrameGrid.tsx';
export { FrameNote } from './FrameNote.tsx';
export { PinnedCell } from './PinnedCell.tsx';
