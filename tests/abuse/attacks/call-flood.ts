import type { Attack } from '../attack.ts';

/** One person asks a cheap question as fast as a machine can, over many connections. */
export const callFlood: Attack = {
  name: 'call-flood',
  title: 'tells a person who calls without end when to come again',
  async run(abuse, size) {
    const { person, tenant } = await abuse.stranger();
    const count = size === 'sample' ? 1_500 : 20_000;
    const token = await person.token();
    const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': tenant };
    let refused = 0;
    let untold = 0;
    let faults = 0;
    let left = count;
    const one = async (): Promise<void> => {
      while (left-- > 0) {
        const response = await fetch(`${abuse.stack.app}/api/students?fn=list&limit=1`, { headers });
        await response.arrayBuffer();
        if (response.status === 429) {
          refused++;
          if (!/^[1-9]\d*$/.test(response.headers.get('retry-after') ?? '')) untold++;
        } else if (response.status !== 200) faults++;
      }
    };
    const { worstMs, medianMs, quietMs } = await abuse.beside(() =>
      Promise.all(Array.from({ length: 40 }, one)),
    );
    return { calls: count, refused, untold, faults, quietMs, medianMs, worstMs };
  },
  bounds: { refused: { min: 1 }, untold: { max: 0 }, faults: { max: 0 } },
};
