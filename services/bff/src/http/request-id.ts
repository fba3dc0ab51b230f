import { randomUUID } from 'node:crypto';
import { Histogram, type Logger, type Registry, withLogIds } from '@sello/kit';
import type { Request, RequestHandler, Response } from 'express';

/** Accepted format of a proxy's X-Request-Id; other values are replaced. */
const acceptedId = /^[\w.-]{8,64}$/;

export function requestIdOf(response: Response): string {
  return String(response.locals.requestId ?? '');
}

/**
 * Assigns every request an id for its response, errors and log lines; logs and measures its outcome. The call's name
 * comes from the dispatcher, so that only known names become metric labels.
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
    const requestId = header !== undefined && acceptedId.test(header) ? header : randomUUID();
    response.locals.requestId = requestId;
    response.set('x-request-id', requestId);
    const begun = performance.now();
    response.on('finish', () => {
      const ms = performance.now() - begun;
      const call = loggedCall(request, response);
      const { statusCode: status } = response;
      seconds.observe({ call, status: `${Math.floor(status / 100)}xx` }, ms / 1_000);
      log.debug({ requestId, method: request.method, call, status, ms: Math.round(ms) }, 'answered');
    });
    withLogIds({ requestId }, next);
  };
}

/**
 * How log lines name a request: the call of the API, otherwise the first segment of the path. The rest of a path may identify
 * a person's certificate, or open something by itself: a download, an invitation, the report of a mistake.
 */
export function loggedCall(request: Request, response: Response): string {
  const { call } = response.locals as { call?: string };
  return call ?? /^\/(auth\/v1|api|assets|c|d|socket\.io)(?=\/|$)/.exec(request.path)?.[1] ?? 'web';
}
