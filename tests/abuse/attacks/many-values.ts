import { gzipSync } from 'node:zlib';
import type { Attack } from '../attack.ts';
import { sendRequests } from '../attackers/attackers.ts';
import { figuresOf, measureDuring } from '../honest-requests.ts';

/** 11 million empty objects are 33 MB of JSON and 32 KB compressed. */
const bomb = (count: number): Uint8Array => gzipSync(`{"students":[${'{},'.repeat(count)}{}]}`);

export const manyValues: Attack = {
  name: 'many-values',
  title: 'refuses a body of millions of values before it is parsed',
  async run(abuse, size) {
    const { person, tenant } = await abuse.stranger();
    const body = bomb(11_000_000);
    const headers = {
      authorization: `Bearer ${await person.token()}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': String(body.length),
      'x-tenant-id': tenant,
    };
    const url = `${abuse.stack.app}/api/students?fn=import`;
    const count = size === 'sample' ? 2 : 20;
    const requests = { lookUp: abuse.lookUp, check: abuse.honestChecks().check };
    const attack = () => sendRequests({ url, method: 'POST', headers, body, count, atOnce: 1 });
    const { result, memoryMb } = await abuse.memoryDuring('bff', () =>
      measureDuring(attack, { requests, size }),
    );
    const { 413: tooLarge = 0, 429: tooMany = 0 } = result.result.statuses;
    return { bytes: body.length, refused: tooLarge + tooMany, ...figuresOf(result.times), memoryMb };
  },
  bounds: { refused: { min: 2 }, lookUpWorstMs: { max: 2_000 }, memoryMb: { max: 100 } },
};
