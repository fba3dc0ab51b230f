import type { PreflightEvent } from '@sello/contracts';
import { createStore } from '../state/store.ts';

/** The latest progress of a check before certificates are generated, of whoever in the organization began it. */
export const preflightProgress = createStore<PreflightEvent | null>(null);
