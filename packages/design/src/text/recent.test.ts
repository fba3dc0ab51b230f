import { describe, expect, it } from 'vitest';
import { Recent } from './recent.ts';

describe('Recent', () => {
  it('makes a value once while it is used, and forgets the ones that are not', () => {
    const recent = new Recent<{ key: string }>(10);
    const made = new Map<string, number>();
    const get = (key: string) =>
      recent.get(key, () => {
        made.set(key, (made.get(key) ?? 0) + 1);
        return { key };
      });
    for (let index = 0; index < 100; index += 1) {
      expect(get('often').key).toBe('often');
      get(`once ${index}`);
    }
    get('once 0');
    get('once 99');
    expect([made.get('often'), made.get('once 0'), made.get('once 99')]).toEqual([1, 2, 1]);
  });
});
