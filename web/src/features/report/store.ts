/** The report: whether it is open, and what somebody wrote for it. */
import { create } from 'zustand';

/** What the page knows of the report. */
export interface ReportStore {
  shown: boolean;
  question: string;
  claim: string;
  /** Measures whose charts are in it, by id. */
  charts: string[];
}

/** Charts that have room on a page. */
export const CHARTS_MAX = 4;

/** The store: what was written is there when the report is opened again. */
export const useReport = create<ReportStore>()(() => ({
  shown: false,
  question: '',
  claim: '',
  charts: ['throughput', 'nr_vmscan_write', 'allocstall', 'efficiency'],
}));
