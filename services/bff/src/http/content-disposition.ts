import { isolated } from '@sello/contracts';
import { partsOfFileName } from './file-name.ts';

/** A Content-Disposition header (RFC 6266) with an ASCII fallback for old clients and the name in UTF-8 (RFC 8187). */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const { stem, extension } = partsOfFileName(fileName);
  const plain = (stem + extension)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(isolated(stem) + extension).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
