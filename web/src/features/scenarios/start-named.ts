/** Reads the person's own scenarios, once there is a part of the page that has a use for them. */
import { startNamed } from './named.ts';

startNamed();
