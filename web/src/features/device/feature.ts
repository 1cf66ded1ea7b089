/** How a device spends its time; loaded after the first run. */
import { Part } from '../../core/parts.tsx';

export const devicePart = new Part(
  'Where the time of a device goes',
  () => import('./DeviceRows.tsx'),
);
