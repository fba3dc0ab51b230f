const segment = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const longestKey = 900;

/**
 * Throws TypeError for a key that could leave the store's folder, name two objects on one file system, or be refused by
 * S3. Only Sello's code makes keys, so a wrong one is a programming error.
 */
export function checkKey(key: string): string {
  const isKey =
    key.length <= longestKey && key.split('/').every((part) => part.length <= 200 && segment.test(part));
  if (!isKey) throw new TypeError(`not an object key: ${JSON.stringify(key.slice(0, 100))}`);
  return key;
}

/** Throws TypeError for a prefix that no key can start with. A prefix may be empty or end within a segment. */
export function checkPrefix(prefix: string): string {
  if (prefix !== '') checkKey(prefix.endsWith('/') ? `${prefix}x` : prefix);
  return prefix;
}
