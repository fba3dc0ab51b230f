import { useRef } from 'react';

/** An idempotency key that stays the same while the request is the same, and changes with it. */
export function useIdempotencyKey(asked: unknown): string {
  const text = JSON.stringify(asked);
  const key = useRef({ text, id: crypto.randomUUID() });
  if (key.current.text !== text) key.current = { text, id: crypto.randomUUID() };
  return key.current.id;
}
