/** The charts and their axis, as the page fetches them. */
export { ChartTimes } from './ChartTimes.tsx';
export { MetricChart } from './MetricChart.tsx';
export { explained } from './explained.ts';
