import { randomUUID } from 'node:crypto';
import { type Logger, withLogIds } from '@sello/kit';
import type { RequestHandler, Response } from 'express';

/** An id that a proxy in front may have given; anything unusual is replaced. */
const given = /^[\w.-]{8,64}$/;

export function requestIdOf(response: Response): string {
  return String(response.locals.requestId ?? '');
}

/** Gives every request an id that its answer, its errors and its log lines carry, and logs how it ended. */
export function createRequestIds(log: Logger): RequestHandler {
  return (request, response, next) => {
    const header = request.get('x-request-id');
    const requestId = header !== undefined && given.test(header) ? header : randomUUID();
    response.locals.requestId = requestId;
    response.set('x-request-id', requestId);
    const begun = performance.now();
    response.on('finish', () => {
      const { method, path } = request;
      const fn = typeof request.query.fn === 'string' ? request.query.fn.slice(0, 40) : undefined;
      const ms = Math.round(performance.now() - begun);
      // A certificate's name in the path is its holder's business: only the kind of page is logged.
      const where = path.replace(/^\/(c|d|verify|accept-invite)\/.*/, '/$1/…');
      log.debug({ requestId, method, path: where, fn, status: response.statusCode, ms }, 'answered');
    });
    withLogIds({ requestId }, next);
  };
}
