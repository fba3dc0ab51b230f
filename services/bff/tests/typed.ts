/**
 * Whether an answer names its type, and a text the charset that its bytes have (RFC 9110, 8.3; RFC 7303, 3.2), so that no
 * browser guesses either. An answer without bytes names none.
 */
export function isTyped(type: string | null | undefined, length: number): boolean {
  if (length === 0) return true;
  if (!type) return false;
  return !/^text\/|[/+]xml\b/i.test(type) || /; ?charset=utf-8$/i.test(type);
}
