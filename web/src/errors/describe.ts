import type { TFunction } from 'i18next';
import { ApiError, NETWORK_ERROR } from '../api/client.ts';

/** The text of a failed call: what did not happen, and why. */
export interface Described {
  title: string;
  cause: string;
}

/**
 * The title is the call's fallback message, the cause the translated code. Where the contract's English is that of the call,
 * the screen has its own under `errors.shown`. The server's message is shown only for a
 * code that this build does not know; an error that is not an `ApiError` is described as unexpected.
 */
export function describeError(error: unknown, t: TFunction): Described {
  if (!(error instanceof ApiError))
    return { title: t('errors.operationFailed'), cause: t('errors.unexpected') };
  const { resource, key } = error.call;
  const title = t(
    [`errors.shown.fallback.${resource}.${key}`, `errors.fallback.${resource}.${key}`],
    t('errors.operationFailed'),
  );
  return { title, cause: causeOf(error, t) };
}

export function causeOf(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('errors.unexpected');
  if (error.code === NETWORK_ERROR) return t('errors.NETWORK_ERROR');
  // Every code of the contracts has a text (a test checks it), so a code without one is newer than this build.
  const unknown = error.status >= 500 || !error.message ? t('errors.unexpected') : error.message;
  return textOfCode(error.code, error.details, t, unknown);
}

/** The translated text of a code of a call or a row; an array in the details is joined. */
export function textOfCode(
  code: string,
  details: Record<string, unknown> | undefined,
  t: TFunction,
  unknown = t('errors.unexpected'),
): string {
  const values = Object.fromEntries(
    Object.entries(details ?? {}).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
  const { reason } = values;
  const fault = typeof reason === 'string' ? t(`fileFaults.${reason}`, { ...values, defaultValue: '' }) : '';
  if (fault) values.reason = fault;
  // An error that has a certain detail may have a text of its own.
  const keys = [
    ...Object.keys(values).map((detail) => `errors.${code}_${detail}`),
    `errors.shown.${code}`,
    `errors.${code}`,
  ];
  const text = t(keys, { ...values, defaultValue: unknown });
  // As in the contract, the reason ends a text that has no place for it.
  return text.includes(fault) ? text : t('fileFaults.withReason', { text, reason: fault });
}
