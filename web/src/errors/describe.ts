import type { TFunction } from 'i18next';
import { ApiError, NETWORK_ERROR } from '../api/client.ts';

/** What a person reads of a failed call: what did not happen, and why. */
export interface Described {
  title: string;
  cause: string;
}

/**
 * The title is the call's own fallback message, the cause the translated code. Only a code that this build does not
 * know shows the server's words; a fault that is no call's answer says that it was not expected.
 */
export function describeError(error: unknown, t: TFunction): Described {
  if (!(error instanceof ApiError))
    return { title: t('errors.operationFailed'), cause: t('errors.unexpected') };
  const title = t(`errors.fallback.${error.call.resource}.${error.call.key}`, t('errors.operationFailed'));
  return { title, cause: causeOf(error, t) };
}

export function causeOf(error: unknown, t: TFunction): string {
  if (!(error instanceof ApiError)) return t('errors.unexpected');
  if (error.code === NETWORK_ERROR) return t('errors.NETWORK_ERROR');
  // Every code of the contracts has a text (a test holds it): one without is newer than this build.
  const unknown = error.status >= 500 || !error.message ? t('errors.unexpected') : error.message;
  return textOfCode(error.code, error.details, t, unknown);
}

/** A row's or a call's code in the person's language; a list among the details is written as one. */
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
  // An error that has a certain detail may have a text of its own.
  const keys = [...Object.keys(values).map((detail) => `errors.${code}_${detail}`), `errors.${code}`];
  return t(keys, { ...values, defaultValue: unknown });
}
