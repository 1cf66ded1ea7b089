/** The report: whether it is open, and the user's text. */
import { create } from 'zustand';

export interface ReportStore {
  shown: boolean;
  question: string;
  claim: string;
  /** Ids of the measures whose charts are in the report; null until the user chooses. */
  charts: string[] | null;
}

/** Maximum number of charts on a page. */
export const CHARTS_MAX = 4;

/** The store: the text is kept while the report is closed. */
export const useReport = create<ReportStore>()(() => ({
  shown: false,
  question: '',
  claim: '',
  charts: null,
}));
