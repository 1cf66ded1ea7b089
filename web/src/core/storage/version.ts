/** Whether there is a newer version of the app than the one that this tab runs. */
import { create } from 'zustand';

/** The store. */
export const useVersion = create<{ newer: boolean }>()(() => ({ newer: false }));
