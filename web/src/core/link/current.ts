/** The page's address, for whoever opens something or asks for the link. */
import type { Address } from './address.ts';

/** Null until the engine is there. */
export const current: { address: Address | null } = { address: null };
