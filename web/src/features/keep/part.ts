/** Messages about what is kept in this browser, as the page fetches them. */
import './KeepMessages.tsx';

export { NewerVersion } from './KeepMessages.tsx';
export { KeepMessages } from './KeepMessages.tsx';
