import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { tenantsApi } from '@sello/contracts';
import { type ApiClient, signIn } from '@sello/dev-stack';
import { newId } from '@sello/store';
import { describe, expect, it } from 'vitest';
import type { Academy } from './academy.ts';
import type { TestStack } from './stack.ts';

/** A hosting provider that keeps the hosts it was told, or answers with an error. */
async function startProvider() {
  const hosts = new Set<string>();
  const provider = { hosts, failsWith: 0, tokens: new Set<string | undefined>(), onPut: async () => {} };
  const server = createServer(async ({ method, url, headers }: IncomingMessage, response) => {
    const host = /^\/v1\/hosts\/(.+)$/.exec(url!)![1]!;
    provider.tokens.add(headers.authorization);
    if (method === 'PUT') {
      hosts.add(host);
      await provider.onPut();
    }
    if (method === 'DELETE') hosts.delete(host);
    response.writeHead(provider.failsWith || (hosts.has(host) || method === 'DELETE' ? 204 : 404)).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return Object.assign(provider, { url: `http://127.0.0.1:${port}/v1/`, close: () => server.close() });
}

export function describeDomains(context: () => { stack: TestStack; academy: Academy }): void {
  const domainsOf = (client: ApiClient, tenantId: string) => {
    const query = { tenantId };
    return {
      add: (domain: string, action?: 'check') =>
        client.call(tenantsApi, 'domains-add', { query, body: action ? { domain, action } : { domain } }),
      get: () => client.call(tenantsApi, 'domains', { query }),
      set: (settings: { useInEmails?: boolean; useInVerification?: boolean }) =>
        client.call(tenantsApi, 'domains-update', { query, body: { settings } }),
      remove: () => client.call(tenantsApi, 'domains-delete', { query }),
      answers: () => client.call(tenantsApi, 'domain-answers', { query }),
    };
  };
  const create = async (client: ApiClient) =>
    (await client.call(tenantsApi, 'create', { body: { name: `Academia ${newId()}` } }))._id;

  /** As the domain-worker stores the result of a check. */
  async function verify(tenantId: string): Promise<void> {
    const { store } = context().stack;
    const record = (await store.domains.of(tenantId))!;
    await store.domains.recordCheck(tenantId, record._id, {
      ...{ status: 'verified', dnsRecords: record.dnsRecords, misses: 0, nextCheckAt: null },
      checkedAt: new Date(),
    });
  }

  describe('domains', () => {
    it('are claimed, shown with their records, checked and deleted', async () => {
      const { stack, academy } = context();
      const { ana, tenant } = academy;
      const { add, get, set, remove, answers } = domainsOf(ana, tenant);
      await expect(add('')).rejects.toMatchObject({ code: 'domain_required' });
      const sender = (localPart: string) =>
        ana.call(tenantsApi, 'domains-update', { query: { tenantId: tenant }, body: { localPart } });
      await expect(sender('two words')).rejects.toMatchObject({ code: 'sender_invalid' });
      await expect(add('not a domain')).rejects.toMatchObject({
        ...{ code: 'domain_invalid', details: { characters: ' ' } },
        message: expect.stringContaining('A domain has letters, digits and hyphens, but no “ ”'),
      });
      const claimed = await add('Certificados.Ejemplo.ORG');
      expect(claimed).toMatchObject({
        ...{ domain: 'certificados.ejemplo.org', status: 'pending', misses: 0 },
        hosting: { state: 'configured', provider: 'edge' },
        claimEndsAt: new Date(Date.parse(claimed.createdAt) + 72 * 3_600_000).toISOString(),
        nextCheckAt: expect.any(String),
      });
      expect(
        claimed.dnsRecords.map(({ type, name, purpose, reason }) => [type, name, purpose, reason]),
      ).toEqual([
        ['TXT', '_sello-challenge.certificados.ejemplo.org', 'ownership', 'not_checked'],
        ['CNAME', 'certificados.ejemplo.org', 'pointing', 'not_checked'],
      ]);
      await expect(add('other.ejemplo.org')).rejects.toMatchObject({ code: 'domain_exists' });
      expect((await add('certificados.ejemplo.org', 'check')).status).toBe('pending');
      await expect(add('other.ejemplo.org', 'check')).rejects.toMatchObject({ code: 'domain_not_found' });
      await expect(set({ useInEmails: true })).rejects.toMatchObject({ code: 'domain_not_verified' });

      const ask = async (host: string) =>
        (await fetch(`${stack.internal}/internal/tls-ask?domain=${host}`)).status;
      expect(await ask('certificados.ejemplo.org')).toBe(403);
      const { _id } = (await stack.store.domains.of(tenant))!;
      const at = new Date('2026-11-20T10:38:00Z');
      const record = { type: 'TXT', name: 'n', purpose: 'ownership' } as const;
      for (let place = 0; place < 52; place++) {
        const answer = { at: new Date(at.getTime() + place * 60_000), reason: 'timeout' } as const;
        await stack.store.domains.noteAnswers(tenant, _id, [{ ...record, answer }]);
      }
      const [kept] = await answers();
      expect(kept).toMatchObject({ ...record, answers: { length: 50 } });
      expect(kept!.answers![0]).toEqual({ at: '2026-11-20T10:40:00.000Z', reason: 'timeout' });

      await verify(tenant);
      expect([await ask('certificados.ejemplo.org'), await ask('evil.example')]).toEqual([200, 403]);
      // It sends no e-mails yet.
      await expect(sender('diplomas')).rejects.toMatchObject({ code: 'domain_mail_not_set_up' });
      expect((await set({ useInEmails: true })).settings.useInEmails).toBe(true);
      const shown = {
        domain: 'certificados.ejemplo.org',
        status: 'verified',
        settings: { useInEmails: true },
      };
      const mine = await ana.call(tenantsApi, 'my', {});
      expect(mine.find(({ _id: id }) => id === tenant)).toMatchObject({ customDomain: shown });
      const settings = await ana.call(tenantsApi, 'settings', { query: { tenantId: tenant } });
      expect(settings).toMatchObject({ customDomain: shown });
      expect(await get()).not.toHaveProperty('claimEndsAt');

      await remove();
      expect([await get(), await answers()]).toEqual([null, []]);
      expect(await ana.call(tenantsApi, 'settings', { query: { tenantId: tenant } })).not.toHaveProperty(
        'customDomain',
      );
    });

    it('at the top of a zone get address records, and show those that the platform has now', async () => {
      const { stack } = context();
      const root = await stack.signIn('root@sello.example');
      const tenantId = await create(root);
      const start = async (addresses: string) => {
        const { app } = await stack.startBff({ DOMAIN_ADDRESSES: addresses });
        return domainsOf(
          await signIn({ app, issuer: stack.backings.issuer }, { email: 'root@sello.example' }),
          tenantId,
        );
      };
      const before = await start('203.0.113.7,2001:db8::7');
      const pointing = ({ dnsRecords }: Awaited<ReturnType<typeof before.add>>) =>
        dnsRecords.filter(({ purpose }) => purpose === 'pointing').map(({ type, value }) => [type, value]);
      const claimed = await before.add('school.co.uk');
      expect(pointing(claimed)).toEqual([
        ['A', '203.0.113.7'],
        ['AAAA', '2001:db8::7'],
      ]);
      await verify(tenantId);
      const moved = (await (await start('203.0.113.9')).get())!;
      expect(pointing(moved)).toEqual([['A', '203.0.113.9']]);
      // What proves ownership stays as it is.
      expect(moved).toMatchObject({ status: 'verified', dnsRecords: [claimed.dnsRecords[0]!, {}] });
    });

    it('can be claimed ten times an hour, and deleted at any time', async () => {
      const { stack } = context();
      const root = await stack.signIn('root@sello.example');
      const { add, remove } = domainsOf(root, await create(root));
      for (let claims = 0; claims < 10; claims++) {
        await add(`c${claims}.ejemplo.org`);
        await remove();
      }
      await expect(add('c10.ejemplo.org')).rejects.toMatchObject({ code: 'rate_limited' });
      // Names that are refused do not count, nor do the claims of others.
      await expect(add('co.uk')).rejects.toMatchObject({ code: 'domain_invalid' });
      await domainsOf(root, await create(root)).add('c10.ejemplo.org');
    });

    it('are configured at another hosting provider, or not added at all', async () => {
      const { stack } = context();
      const provider = await startProvider();
      const env = { HOSTING_URL: provider.url, HOSTING_SECRET: 'shared' };
      const { app } = await stack.startBff(env);
      const root = await signIn({ app, issuer: stack.backings.issuer }, { email: 'root@sello.example' });
      const tenantId = await create(root);
      const { add, get, remove } = domainsOf(root, tenantId);
      try {
        provider.failsWith = 500;
        await expect(add('half.ejemplo.org')).rejects.toMatchObject({
          ...{ code: 'domain_host_failed', status: 502 },
          message: expect.stringContaining('Failed to configure domain with the hosting provider'),
        });
        expect(await get()).toBeNull();
        provider.failsWith = 0;
        // What the failed attempt may have left there is removed by the domain-worker.
        const left = await stack.store.domains.acrossTenants.hostRemovalsDue({ limit: 1_000 });
        expect(left).toMatchObject([{ tenantId, domain: 'half.ejemplo.org' }]);

        // The row is stored before the provider is asked.
        provider.onPut = async () => {
          expect(await stack.store.domains.of(tenantId)).toMatchObject({ hosting: { state: 'configuring' } });
        };
        expect(await add('certs.ejemplo.org')).toMatchObject({
          hosting: { state: 'configured', provider: expect.stringMatching(/^http-[\da-f]{8}$/) },
        });
        expect(provider.hosts).toContain('certs.ejemplo.org');
        expect(provider.tokens).toEqual(new Set(['Bearer shared']));
        await remove();
        const due = await stack.store.domains.acrossTenants.hostRemovalsDue({ limit: 1_000 });
        expect(due).toMatchObject([{ tenantId, domain: 'certs.ejemplo.org' }]);
        for (const removal of [...left, ...due])
          await stack.store.domains.endHostRemoval(tenantId, removal._id);
      } finally {
        provider.close();
      }
    });

    it('that lapse in the moment of a change are not changed', async () => {
      const { stack } = context();
      const root = await stack.signIn('root@sello.example');
      const tenantId = await create(root);
      const { add, get, set } = domainsOf(root, tenantId);
      await add('lapsing.ejemplo.org');
      for (let round = 0; round < 5; round++) {
        await verify(tenantId);
        await set({ useInVerification: false });
        const record = (await stack.store.domains.of(tenantId))!;
        const lapse = stack.store.domains.recordCheck(tenantId, record._id, {
          ...{ status: 'failed', dnsRecords: record.dnsRecords, misses: 3, nextCheckAt: null },
          checkedAt: new Date(),
        });
        const [changed] = await Promise.allSettled([set({ useInVerification: true }), lapse]);
        const { status, settings } = (await get())!;
        // Either it was changed while it was verified, or it is as it was.
        expect([status, settings.useInVerification]).toEqual(['failed', changed.status === 'fulfilled']);
        await add('lapsing.ejemplo.org', 'check');
      }
    });
  });
}
