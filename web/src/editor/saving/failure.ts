import { ApiError, NETWORK_ERROR } from '../../api/index.ts';

/** What a failed save means for the next one. */
export type Failure =
  /** It may have reached the server; the same request is sent again. */
  'offline' | 'failed' | 'signedOut' | 'conflict' | 'deleted' | 'forbidden' | 'refused';

const byCode: Readonly<Record<string, Failure>> = {
  template_conflict: 'conflict',
  template_not_found: 'deleted',
  [NETWORK_ERROR]: 'offline',
};
const byStatus: Readonly<Record<number, Failure>> = {
  400: 'refused',
  401: 'signedOut',
  403: 'forbidden',
  413: 'refused',
  422: 'refused',
};

/** An answer that is none of these, such as 429 or 500, may be another one later. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return 'failed';
  return byCode[error.code] ?? byStatus[error.status] ?? 'failed';
}

const first = 8_000;
const most = 60_000;

/** The time until the next attempt after so many that failed in a row, ms: 8 s, 16 s, 32 s, then a minute. */
export function backOff(failed: number): number {
  return Math.min(most, first * 2 ** (failed - 1));
}
