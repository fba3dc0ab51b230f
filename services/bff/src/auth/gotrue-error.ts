import type { Response } from 'express';

/**
 * Errors of `/auth/v1` in the format of the browser's auth client (GoTrue). The client signs the user out on any 4xx of
 * a refresh, so rate limits and outages must be 503 there.
 */
export class AuthError extends Error {
  readonly status: number;
  readonly errorCode: string;

  constructor(status: number, errorCode: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AuthError';
    this.status = status;
    this.errorCode = errorCode;
  }
}

export function sendAuthError(response: Response, error: AuthError): void {
  response
    .status(error.status)
    .set('cache-control', 'no-store')
    .json({ code: error.status, error_code: error.errorCode, msg: error.message });
}
