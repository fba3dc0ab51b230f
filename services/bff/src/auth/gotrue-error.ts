import type { Response } from 'express';

/**
 * Errors of `/auth/v1` in the shape that the browser client reads. The client signs a person out on any 4xx of a
 * refresh, so overload and outages are 503 there, never anything else.
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
