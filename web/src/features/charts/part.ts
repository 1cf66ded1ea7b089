/** What draws charts, and what a pointer and keys do in them, as the page fetches it. */
export { drawLineChart } from '../../widgets/chart/line-chart.ts';
export { moveBy, selecting } from './brush.ts';
