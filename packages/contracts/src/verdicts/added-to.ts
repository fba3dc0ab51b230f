import type { FileFacts } from '../entities/index.ts';

/** Whether what was signed is unchanged and only something follows after the end of the document, such as an empty line. */
export function isOnlyAddedTo({ reasons = [] }: Partial<Pick<FileFacts, 'reasons'>>): boolean {
  return (
    reasons.some(({ code }) => code === 'bytes_after_end') &&
    reasons.every(({ code }) => code === 'bytes_after_end' || code === 'not_whole_file')
  );
}
