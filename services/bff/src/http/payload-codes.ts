import { type ErrorCode, errorNamedAt, errorOfField, isUnreadableText } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { z } from 'zod';

/**
 * Reads query or body by the contract, or throws the error that the contract names for the first place that is wrong,
 * with at most 20 such places.
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
  if (unreadable !== undefined) {
    const field = unreadable.path.map(String).join('.');
    throw new AppError('text_unreadable', { details: { field, issues } });
  }
  throw new AppError(first ?? 'invalid_payload', { details: { issues } });
}

function codeFor(schema: z.ZodType, path: readonly PropertyKey[], payload: unknown): ErrorCode | undefined {
  const given = path.reduce<unknown>(
    (at, step) => (at as Record<PropertyKey, unknown> | null | undefined)?.[step],
    payload,
  );
  return errorOfField(errorNamedAt(schema, path), isMissing(given));
}

/** A value of blanks counts as missing. */
function isMissing(given: unknown): boolean {
  return given === undefined || given === null || (typeof given === 'string' && given.trim() === '');
}

/** A search text with a NUL character is refused: the database cannot store one. */
export function checkQuery(query: Record<string, unknown>): void {
  for (const value of Object.values(query).flat()) {
    if (typeof value === 'string' && value.includes('\0')) throw new AppError('invalid_payload');
  }
}

/** A body nested thousands of levels deep exhausts the stack of the parser: that is an error of the request. */
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
