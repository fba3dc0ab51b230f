/** What a file is by its first bytes, whatever its name says. */
export type FileKind = 'pdf' | 'picture' | 'other';

const headLength = 1_024;

/** The kind of a file; reads only its beginning. */
export async function kindOf(file: Blob): Promise<FileKind> {
  return kindOfBytes(new Uint8Array(await file.slice(0, headLength).arrayBuffer()));
}

function kindOfBytes(head: Uint8Array): FileKind {
  // Latin-1: a character for each byte.
  const text = String.fromCharCode(...head);
  // Readers of PDF accept the header anywhere in the first kilobyte (ISO 32000-1, annex H.3).
  if (text.includes('%PDF-')) return 'pdf';
  return isPicture(text) ? 'picture' : 'other';
}

/** Major and compatible brands of HEIF (ISO/IEC 23008-12) and AVIF. */
const heif = /^(heic|heix|hevc|hevx|heim|heis|mif1|msf1|avif|avis)/;

/** PNG, JPEG, GIF, BMP and TIFF. */
const signatures = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a', 'BM', 'II*\0', 'MM\0*'];

function isPicture(text: string): boolean {
  if (signatures.some((signature) => text.startsWith(signature))) return true;
  if (text.startsWith('RIFF')) return text.startsWith('WEBP', 8);
  return text.startsWith('ftyp', 4) && heif.test(text.slice(8));
}
