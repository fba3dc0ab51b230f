import type { ErrorCode } from '@sello/contracts';
import { isAppError } from '@sello/kit';

// What is wrong with one student, one template or one signing certificate, and stays wrong when it is tried again.
const ownErrors: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'student_not_found',
  'template_not_found',
  'template_missing',
  'template_invalid',
  'variable_unknown',
  'glyph_missing',
  'script_unsupported',
  'text_does_not_fit',
  'template_too_heavy',
  'image_unreadable',
  'certificate_not_found',
  'certificate_inactive',
  'certificate_unreadable',
  'certificate_key_mismatch',
  'certificate_algorithm_unsupported',
  'self_signed_disabled',
  'issued_not_found',
  'issued_revoked',
  'object_missing',
]);

/**
 * Is this the row's own error, to be kept with it? Everything else (database, object store, timestamp authority, a bug)
 * is a fault: the job tries again.
 */
export function isRowError(error: unknown): boolean {
  if (!isAppError(error) || !ownErrors.has(error.code)) return false;
  // An image that could not be fetched says nothing about the image.
  return error.code !== 'image_unreadable' || !isAppError(error.cause, 'unavailable');
}
