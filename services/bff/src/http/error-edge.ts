import { type ErrorBody, errorTable, factsOfError } from '@sello/contracts';
import { AppError, isAppError, type Logger } from '@sello/kit';
import type { ErrorRequestHandler, Response } from 'express';
import { type SecurityEvents, securityEventOf } from '../security-events.ts';
import { ProgressLines } from './progress-lines.ts';
import { loggedCall, requestIdOf } from './request-id.ts';

/**
 * Names the page that explains to a person why this URL answers an error: browsers are redirected there, and do not get
 * the error in JSON.
 */
export function explainAt(response: Response, url: string): void {
  response.locals.explainedAt = url;
}

/** The only place that knows status codes. */
function sendError(response: Response, error: AppError): void {
  const body: ErrorBody = {
    error: error.message,
    code: error.code,
    requestId: requestIdOf(response),
    ...(error.details === undefined ? {} : { details: error.details }),
  };
  const { status } = errorTable[error.code];
  const lines = ProgressLines.of(response);
  if (lines?.isOpen) {
    lines.end({ status, error: body });
    return;
  }
  if (error.code === 'method_not_allowed' && Array.isArray(error.details?.allow)) {
    response.set('allow', error.details.allow.join(', '));
  }
  if (factsOfError(error.code).retryable) {
    const seconds = error.details?.retryAfter;
    response.set('retry-after', String(typeof seconds === 'number' ? seconds : 2));
  }
  response.status(status).set('cache-control', 'no-store').json(body);
}

/** Express's error handler: every error gets the same body format, and faults are logged with their cause. */
export function createErrorEdge(log: Logger, security: SecurityEvents): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const known = readError(error);
    const { status } = errorTable[known.code];
    const event = securityEventOf(known.code, status);
    if (event !== undefined) {
      const { call, userId, tenantId } = response.locals as Record<string, string | undefined>;
      security.note(event, { address: request.ip, call, userId, tenantId, code: known.code });
    }
    // Who has left gets no answer, and what the call threw says only that.
    if (status >= 500 && !ProgressLines.of(response)?.left.aborted) {
      log.error({ err: error, method: request.method, call: loggedCall(request, response) }, 'call failed');
    }
    const { explainedAt } = response.locals as { explainedAt?: string };
    if (response.headersSent && !ProgressLines.of(response)?.isOpen) response.destroy();
    else if (explainedAt !== undefined && request.accepts(['json', 'html']) === 'html')
      response.set('cache-control', 'no-store').redirect(302, explainedAt);
    else sendError(response, known);
  };
}

/** Maps every error to the closed list. Store, blobs and queue throw `unavailable` for an outage. */
export function readError(error: unknown): AppError {
  if (isAppError(error)) return error;
  if (!(error instanceof Error)) return new AppError('internal', { cause: error });
  const { status } = error as Error & { status?: unknown };
  // Errors of Express for a malformed request, such as an invalid percent-encoding.
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new AppError(status === 404 ? 'not_found' : 'invalid_payload', { cause: error });
  }
  return new AppError('internal', { cause: error });
}
