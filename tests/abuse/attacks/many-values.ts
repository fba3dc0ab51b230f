import { gzipSync } from 'node:zlib';
import type { Attack } from '../attack.ts';

/** 11 million empty objects are 33 MB of JSON and 32 KB on the wire. */
const bomb = (count: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(gzipSync(`{"students":[${'{},'.repeat(count)}{}]}`));

export const manyValues: Attack = {
  name: 'many-values',
  title: 'refuses a body of millions of values before it is parsed',
  async run(abuse, size) {
    const { person, tenant } = await abuse.stranger();
    const body = bomb(11_000_000);
    const refused: number[] = [];
    const attack = async (): Promise<void> => {
      for (let n = 0; n < (size === 'sample' ? 2 : 20); n++) {
        const response = await person.fetch('/api/students?fn=import', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-encoding': 'gzip',
            'x-tenant-id': tenant,
          },
          body,
        });
        await response.arrayBuffer();
        if (response.status === 413 || response.status === 429) refused.push(response.status);
      }
    };
    const { result, memoryMb } = await abuse.memoryDuring('bff', () => abuse.beside(attack));
    const { worstMs, medianMs, quietMs } = result;
    return { bytes: body.length, refused: refused.length, quietMs, medianMs, worstMs, memoryMb };
  },
  bounds: { refused: { min: 2 }, worstMs: { max: 2_000 }, memoryMb: { max: 100 } },
};
