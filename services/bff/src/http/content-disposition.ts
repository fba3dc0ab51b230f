/** RFC 6266: a plain name for old clients beside the real one in UTF-8 (RFC 8187). */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const safe = safeFileName(fileName);
  const plain = safe
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** A name that every file system takes: no separators, no control characters, no leading dot, at most 120 characters. */
export function safeFileName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replace(/[\p{C}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  if (clean === '') return 'file';
  const extension = /\.[A-Za-z\d]{1,5}$/.exec(clean)?.[0] ?? '';
  return [...clean.slice(0, clean.length - extension.length)].slice(0, 120).join('').trimEnd() + extension;
}
