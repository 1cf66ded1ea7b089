/** The report, fetched for who opens it. */
import { offer } from '../../core/parts/commands.ts';
import { Part } from '../../core/parts/part.tsx';
import { useReport } from './store.ts';

export const reportPart = new Part('The report', () => import('./ReportDialog.tsx'));

offer('report', () => useReport.setState({ shown: true }));
