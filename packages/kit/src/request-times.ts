import type { ServerOptions } from 'node:http';

/** The time for a request's complete head, from the first byte of the connection or the last answer, ms. */
const headMs = 15_000;

// Node checks for late requests at intervals: a head may be late by one interval, so the sum is the limit.
const roundMs = 1_000;

/**
 * For every HTTP server of ours: a client that sends its request slowly holds a connection for seconds, not for
 * minutes.
 */
export const requestTimes = {
  headersTimeout: headMs - roundMs,
  connectionsCheckingInterval: roundMs,
} as const satisfies ServerOptions;
