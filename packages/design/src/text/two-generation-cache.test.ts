import { describe, expect, it } from 'vitest';
import { TwoGenerationCache } from './two-generation-cache.ts';

describe('TwoGenerationCache', () => {
  it('keeps values that are read and evicts the others', () => {
    const cache = new TwoGenerationCache<{ key: string }>(10);
    const created = new Map<string, number>();
    const get = (key: string) =>
      cache.get(key, () => {
        created.set(key, (created.get(key) ?? 0) + 1);
        return { key };
      });
    for (let index = 0; index < 100; index += 1) {
      expect(get('frequent').key).toBe('frequent');
      get(`once ${index}`);
    }
    get('once 0');
    get('once 99');
    expect([created.get('frequent'), created.get('once 0'), created.get('once 99')]).toEqual([1, 2, 1]);
  });
});
