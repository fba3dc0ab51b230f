import { AppError, isAppError, type Logger } from '@sello/kit';
import type { ErrorRequestHandler, Request } from 'express';
import { readError } from '../http/error-edge.ts';
import { type SecurityEvent, type SecurityEvents, securityEventOf } from '../security-events.ts';
import { AuthError, sendAuthError } from './gotrue-error.ts';

/** Express's error handler of `/auth/v1`: errors in the format of the browser's auth client. */
export function createAuthErrorEdge({
  log,
  security,
}: {
  log: Logger;
  security: SecurityEvents;
}): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const known = toAuthError(error, request);
    const event = securityEventOfRefusal(known);
    if (event !== undefined)
      security.note(event, { address: request.ip, call: callOf(request), code: known.errorCode });
    if (known.status >= 500) log.error({ err: error, path: request.path }, 'an auth call failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (known.status === 503) response.set('retry-after', '2');
    sendAuthError(response, known);
  };
}

/** The path below `/auth/v1`, without the query. */
export const callOf = (request: Request): string => `auth${request.path}`;

function securityEventOfRefusal({ errorCode, status }: AuthError): SecurityEvent | undefined {
  if (errorCode === 'bad_origin') return 'cross_site_refused';
  if (errorCode === 'bad_code_verifier' || errorCode === 'flow_state_not_found') return 'sign_in_failed';
  // The reuse of a refresh credential is logged where it is detected, with the user's id.
  return errorCode === 'refresh_token_already_used' ? undefined : securityEventOf(errorCode, status);
}

function toAuthError(error: unknown, request: Request): AuthError {
  if (error instanceof AuthError) return error;
  const isRefresh = request.path === '/token' && request.query.grant_type === 'refresh_token';
  if (isAppError(error, 'rate_limited') && !isRefresh) {
    return new AuthError(429, 'over_request_rate_limit', 'Too many requests. Try again in a moment.');
  }
  const known = readError(error);
  if (known.code === 'invalid_payload' || known.code === 'payload_too_large') {
    return new AuthError(400, 'validation_failed', known.message);
  }
  if (known.code === 'upload_too_slow') return new AuthError(408, 'request_timeout', known.message);
  const isFault = known instanceof AppError && known.code === 'internal' && !isRefresh;
  return isFault
    ? new AuthError(500, 'unexpected_failure', known.message)
    : new AuthError(503, 'unavailable', 'The service cannot answer now. Try again.');
}
