import { act } from 'react';
import { vi } from 'vitest';

/**
 * Waits until an assertion holds. What happened meanwhile is rendered before each look: inside of `act` it would be
 * rendered only after the wait, which may wait for it.
 */
export const until = (holds: () => unknown): Promise<void> =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    await holds();
  });
