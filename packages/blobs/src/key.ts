const segment = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const longestKey = 900;

/**
 * Refuses a key that could leave the store's folder, mean two objects on one file system, or be refused by S3.
 * Keys are made by our own code, so a wrong one is a programming error, not one of the user.
 */
export function checkKey(key: string): string {
  const isKey =
    key.length <= longestKey && key.split('/').every((part) => part.length <= 200 && segment.test(part));
  if (!isKey) throw new TypeError(`not an object key: ${JSON.stringify(key.slice(0, 100))}`);
  return key;
}

/** A prefix may be empty or end within a segment, but holds nothing a key could not begin with. */
export function checkPrefix(prefix: string): string {
  if (prefix !== '') checkKey(prefix.endsWith('/') ? `${prefix}x` : prefix);
  return prefix;
}
