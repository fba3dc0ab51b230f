import type { ServerOptions } from 'node:http';
import { times } from './times.ts';

/**
 * Options of every HTTP server of Sello: a client that sends its request slowly holds a connection for seconds, not
 * for minutes.
 */
export const requestTimes = {
  headersTimeout: times.headersMs - times.connectionsCheckMs,
  connectionsCheckingInterval: times.connectionsCheckMs,
} as const satisfies ServerOptions;
