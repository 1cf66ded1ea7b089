/** Lessons, as the page fetches them: the list, the panel, and the way back. */
import './lessons.css';

export { openByAddress } from './run.ts';
export { Article } from './Article.tsx';
export { LearnDialog } from './LearnDialog.tsx';
export { LeftLesson } from './LessonPanel.tsx';
export { LessonPanel } from './LessonPanel.tsx';
