/** Messages about what is kept in this browser, as the page fetches them. */
import './tabs.ts';

export { NewerVersion } from './NewerVersion.tsx';
export { KeepMessages } from './KeepMessages.tsx';
