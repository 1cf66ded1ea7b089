/** How a device spends its time; loaded after the first run. */
import { Part } from '../../core/parts.tsx';

export const devicePart = new Part('The view of device time', () => import('./DeviceRows.tsx'));
