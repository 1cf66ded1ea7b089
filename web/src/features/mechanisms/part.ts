/** The patches in which the lanes do not differ, and the recorded switches, as the page fetches them. */
export { Interventions } from './Interventions.tsx';
export { Patches } from './Patches.tsx';
