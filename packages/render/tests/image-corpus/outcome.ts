import { isAppError } from '@sello/kit';
import { createImageSanitizer } from '../../src/image-sanitizer/image-sanitizer.ts';

const sanitizer = createImageSanitizer();

/** The type of the stored image, or the error code. */
export function outcomeOf(file: Uint8Array): Promise<string> {
  return sanitizer.sanitize('owner', file).then(
    ({ mediaType }) => mediaType,
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );
}
