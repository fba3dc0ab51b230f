import {
  type DesignElement,
  type ErrorCode,
  errorOfField,
  errorOfIssue,
  fieldErrorAt,
  isUnreadableText,
  unreadableOf,
} from '@sello/contracts';
import { errorPlace } from '@sello/design';
import { AppError } from '@sello/kit';
import type { z } from 'zod';

/**
 * Parses query or body by the contract. Throws the error that the contract declares for a limit or for the first invalid
 * field, else `invalid_payload`, with at most 20 issues in the details, and the element of a design that is meant;
 * `text_unreadable` takes precedence.
 */
export function parsePayload<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = parseBounded(schema, value);
  if (parsed.success) return parsed.data;
  const unreadable = parsed.error.issues.find(isUnreadableText);
  const first = parsed.error.issues
    .map(({ path }) => codeFor(schema, path, value))
    .find((code) => code !== undefined);
  const issues = parsed.error.issues
    .slice(0, 20)
    .map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
  const own = parsed.error.issues.find((issue) => errorOfIssue(issue) !== undefined);
  const about = own ?? parsed.error.issues[0];
  const place = about && elementAt(about.path, value);
  if (unreadable !== undefined) {
    const field = unreadable.path.map(String).join('.');
    const { letter, at } = unreadableOf(unreadable)!;
    throw new AppError('text_unreadable', { details: { field, letter, at, issues } });
  }
  const error = own && errorOfIssue(own);
  throw new AppError(error?.code ?? first ?? 'invalid_payload', {
    details: { ...error?.details, ...place, issues },
  });
}

/** The innermost element of a design on a path. */
function elementAt(
  path: readonly PropertyKey[],
  payload: unknown,
): ReturnType<typeof errorPlace> | undefined {
  let at = payload;
  let found: DesignElement | undefined;
  for (const step of path) {
    at = (at as Record<PropertyKey, unknown> | null | undefined)?.[step];
    const { type, id } = (at ?? {}) as { type?: unknown; id?: unknown };
    // A name may be left out.
    if (typeof type === 'string' && typeof id === 'string')
      found = { name: '', ...(at as object) } as DesignElement;
  }
  return found && shortened(placeOf(found));
}

/** Of an element that may be invalid in everything but its id. */
function placeOf(element: DesignElement): ReturnType<typeof errorPlace> {
  try {
    return errorPlace(element);
  } catch {
    return { element: element.id, elementId: element.id };
  }
}

const shortened = ({ element, elementId }: ReturnType<typeof errorPlace>) => ({
  element: element.slice(0, 100),
  elementId: elementId.slice(0, 100),
});

function codeFor(schema: z.ZodType, path: readonly PropertyKey[], payload: unknown): ErrorCode | undefined {
  const given = path.reduce<unknown>(
    (at, step) => (at as Record<PropertyKey, unknown> | null | undefined)?.[step],
    payload,
  );
  return errorOfField(fieldErrorAt(schema, path), isMissing(given));
}

/** A blank string counts as missing. */
function isMissing(given: unknown): boolean {
  return given === undefined || given === null || (typeof given === 'string' && given.trim() === '');
}

/**
 * Throws `invalid_payload` for a query string that is not UTF-8, whose meaning would be guessed; for a NUL character, which
 * the database cannot handle; and for a name with brackets, which others read as a part of the value: it would be ignored.
 * `search` is the query string as it was sent, without the `?`.
 */
export function checkQuery(search: string): void {
  let text: string;
  try {
    text = decodeURIComponent(search);
  } catch (cause) {
    throw new AppError('invalid_payload', { cause });
  }
  if (text.includes('\0')) throw new AppError('invalid_payload');
  for (const name of new URLSearchParams(search).keys())
    if (/[[\]]/.test(name)) throw new AppError('invalid_payload');
}

/** A body nested thousands of levels deep overflows the parser's stack, which is an error of the request. */
function parseBounded<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('invalid_payload', { cause: error });
    throw error;
  }
}
