import type { ServerOptions } from 'node:http';

/** How long a client may take to send the complete headers of a request, ms. */
const headersMs = 15_000;

// Node checks connections at this interval, so a timeout is noticed up to one interval late.
const checkIntervalMs = 1_000;

/**
 * Options of every HTTP server of Sello: a client that sends its request slowly holds a connection for seconds, not
 * for minutes.
 */
export const requestTimes = {
  headersTimeout: headersMs - checkIntervalMs,
  connectionsCheckingInterval: checkIntervalMs,
} as const satisfies ServerOptions;
