import { useRef } from 'react';

/** One key for what is asked: the same request sent again is one deed, a changed one is another. */
export function useIdempotencyKey(asked: unknown): string {
  const text = JSON.stringify(asked);
  const key = useRef({ text, id: crypto.randomUUID() });
  if (key.current.text !== text) key.current = { text, id: crypto.randomUUID() };
  return key.current.id;
}
