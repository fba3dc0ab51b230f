import { fileNameText } from '@sello/contracts';

const extensionAtEnd = /\.[A-Za-z\d]{1,5}$/;

/**
 * The parts of a file's name as every system can store it: no path, no character that is not seen or that turns the direction
 * of writing, at most 120 characters before the extension. `file` where nothing of the name is left.
 */
export function partsOfFileName(name: string): { stem: string; extension: string } {
  const extension = extensionAtEnd.exec(name)?.[0] ?? '';
  return { stem: fileNameText(name.slice(0, name.length - extension.length), 'file'), extension };
}

/** The name of a file that somebody sent: it is stored, listed and in the audit log, and names no file on this machine. */
export function sentFileName(name: string): string {
  const { stem, extension } = partsOfFileName(name);
  return stem + extension;
}
