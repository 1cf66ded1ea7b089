/** Slow motion, as the page fetches it. */
import './ui/slow.css';
import './ui/stage.css';
import './ui/aside.css';

export { slow } from './control.ts';
export { SlowMotion } from './ui/SlowMotion.tsx';
