import type { Attack } from '../attack.ts';

/** Asks for many large keys at once. The page that a stranger waits for is a file: it needs the pool that reads files. */
export const manyKeys: Attack = {
  name: 'many-keys',
  title: 'serves its pages while somebody asks for many keys',
  async run(abuse, size) {
    const { person, tenant } = await abuse.stranger();
    const count = size === 'sample' ? 10 : 40;
    const token = await person.token();
    const certificateParams = { reason: '', location: '', contactInfo: '', name: 'Key' };
    const statuses: number[] = [];
    const ask = async (): Promise<void> => {
      const response = await fetch(
        `${abuse.stack.app}/api/tenants?fn=settings&type=certificates&tenantId=${tenant}`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ action: 'generate', algorithm: 'rsa-4096', certificateParams }),
        },
      );
      await response.arrayBuffer();
      statuses.push(response.status);
    };
    // A file of the pool's: what is not there is looked for there as well.
    const page = async (): Promise<number> => {
      const begun = performance.now();
      await (await fetch(`${abuse.stack.app}/`, { headers: { accept: 'text/html' } })).arrayBuffer();
      return performance.now() - begun;
    };
    const { worstMs, medianMs, quietMs } = await abuse.beside(
      () => Promise.all(Array.from({ length: count }, ask)),
      page,
    );
    const made = statuses.filter((status) => status === 200).length;
    const refused = statuses.filter((status) => status === 429).length;
    return { keys: count, made, refused, faults: count - made - refused, quietMs, medianMs, worstMs };
  },
  bounds: { made: { min: 1 }, faults: { max: 0 }, worstMs: { max: 2_000 } },
};
