import type { Attack } from '../attack.ts';
import { sendRequests } from '../attackers/attackers.ts';
import { figuresOf, measureDuring } from '../honest-requests.ts';

/** Requests many large keys at once. Serving a page needs the thread pool, which reads files. */
export const manyKeys: Attack = {
  name: 'many-keys',
  title: 'serves its pages while a user requests many keys',
  isMostlyWaiting: true,
  async run(abuse, size) {
    const { person, tenant } = await abuse.stranger();
    const count = size === 'sample' ? 4 : 40;
    const headers = { authorization: `Bearer ${await person.token()}`, 'content-type': 'application/json' };
    const certificateParams = { reason: '', location: '', contactInfo: '', name: 'Key' };
    const body = JSON.stringify({ action: 'generate', algorithm: 'rsa-4096', certificateParams });
    const url = `${abuse.stack.app}/api/tenants?fn=settings&type=certificates&tenantId=${tenant}`;
    const requests = { page: abuse.page, lookUp: abuse.lookUp, check: abuse.honestChecks().check };
    const attack = () => sendRequests({ url, method: 'POST', headers, body, count, atOnce: count });
    const { result, times } = await measureDuring(attack, { requests, size });
    const { 200: made = 0, 429: refused = 0 } = result.statuses;
    return { keys: count, made, refused, faults: count - made - refused, ...figuresOf(times) };
  },
  bounds: { made: { min: 1 }, faults: { max: 0 }, pageWorstMs: { max: 2_000 } },
};
