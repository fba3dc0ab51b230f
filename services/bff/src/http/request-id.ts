import { randomUUID } from 'node:crypto';
import { Histogram, type Logger, type Registry, withLogIds } from '@sello/kit';
import type { RequestHandler, Response } from 'express';

/** A request id set by a proxy; other formats are replaced. */
const given = /^[\w.-]{8,64}$/;

export function requestIdOf(response: Response): string {
  return String(response.locals.requestId ?? '');
}

/**
 * Gives every request an id that its answer, its errors and its log lines carry; logs and measures its outcome. The
 * call's name comes from the dispatcher, so that only known names become labels.
 */
export function createRequestIds(log: Logger, registry: Registry): RequestHandler {
  const seconds = new Histogram({
    name: 'sello_http_seconds',
    help: 'Requests by call and status, from their first byte to the end of the answer',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });
  return (request, response, next) => {
    const header = request.get('x-request-id');
    const requestId = header !== undefined && given.test(header) ? header : randomUUID();
    response.locals.requestId = requestId;
    response.set('x-request-id', requestId);
    const begun = performance.now();
    response.on('finish', () => {
      const ms = performance.now() - begun;
      const call = String(response.locals.call ?? pageOf(request.path));
      const { statusCode: status } = response;
      seconds.observe({ call, status: `${Math.floor(status / 100)}xx` }, ms / 1_000);
      log.debug({ requestId, method: request.method, call, status, ms: Math.round(ms) }, 'answered');
    });
    withLogIds({ requestId }, next);
  };
}

/** The kind of page; what follows in a path may name a person's certificate and is not logged. */
function pageOf(path: string): string {
  const kind = /^\/(auth\/v1|api|assets|c|d|socket\.io)(?=\/|$)/.exec(path)?.[1];
  return kind ?? 'web';
}
