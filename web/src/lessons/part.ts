/** Lessons, as the page fetches them: the list, the panel, and the way back. */
import './lessons.css';

export { openByAddress } from './open.ts';
export { LearnDialog } from './ui/LearnDialog.tsx';
export { LeftLesson } from './ui/LeftLesson.tsx';
export { LessonPanel } from './ui/LessonPanel.tsx';
