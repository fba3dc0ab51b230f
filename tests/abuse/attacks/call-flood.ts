import type { Attack } from '../attack.ts';
import { sendRequests } from '../attackers/attackers.ts';
import { figuresOf, measureDuring } from '../honest-requests.ts';

/** One user sends a cheap request as fast as possible, over many connections. */
export const callFlood: Attack = {
  name: 'call-flood',
  title: 'answers 429 with Retry-After to a user who sends requests without end',
  async run(abuse, size) {
    const { person, tenant } = await abuse.stranger();
    const calls = size === 'sample' ? 700 : 5_000;
    const headers = { authorization: `Bearer ${await person.token()}`, 'x-tenant-id': tenant };
    const url = `${abuse.stack.app}/api/students?fn=list&limit=1`;
    const requests = { lookUp: abuse.lookUp, check: abuse.honestChecks().check };
    const attack = () => sendRequests({ url, headers, count: calls, atOnce: 40 });
    const { result, times } = await measureDuring(attack, { requests, size });
    const { 200: answered = 0, 429: refused = 0 } = result.statuses;
    const faults = calls - answered - refused;
    return { calls, refused, unanswered: result.unanswered, faults, ...figuresOf(times) };
  },
  bounds: { refused: { min: 1 }, unanswered: { max: 0 }, faults: { max: 0 } },
};
