/** Slow motion, as the page fetches it. */
import './ui/styles/slow.css';
import './ui/styles/stage.css';
import './ui/styles/aside.css';

export { slow } from './control.ts';
export { SlowMotion } from './ui/SlowMotion.tsx';
