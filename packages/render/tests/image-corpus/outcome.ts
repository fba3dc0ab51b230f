import { isAppError } from '@sello/kit';
import { createImageSanitizer } from '../../src/image-sanitizer/image-sanitizer.ts';
import { sanitizeImage } from '../../src/image-sanitizer/sanitize-image.ts';
import { ImageRejected } from '../../src/image-sanitizer/sanitized-image.ts';

const sanitizer = createImageSanitizer();

/** The type of the stored image, or the error code. */
export function outcomeOf(file: Uint8Array): Promise<string> {
  return sanitizer.sanitize('owner', file).then(
    ({ mediaType }) => mediaType,
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
}

/** The type of the stored image, or the kind of its rejection, without the thread of an upload. */
export function directOutcomeOf(file: Uint8Array): Promise<string> {
  return sanitizeImage(file).then(
    ({ mediaType }) => mediaType,
    (error: unknown) => (error instanceof ImageRejected ? error.rejection.kind : String(error)),
  );
}
