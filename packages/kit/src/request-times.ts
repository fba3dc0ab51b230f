import type { ServerOptions } from 'node:http';

/** A request's head is whole within this time of the connection's (or the last answer's) first byte, ms. */
const headMs = 15_000;

// Node looks for late requests in rounds: a head may be late by one round, and both together keep the promise.
const roundMs = 1_000;

/** For every HTTP server of ours: a client that drips its request holds a connection for seconds, not for minutes. */
export const requestTimes = {
  headersTimeout: headMs - roundMs,
  connectionsCheckingInterval: roundMs,
} as const satisfies ServerOptions;
