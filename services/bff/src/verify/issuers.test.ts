import type { DomainRecord, SigningCertificateRecord, Store, TenantRecord } from '@sello/store';
import { expect, it, vi } from 'vitest';
import { createIssuers } from './issuers.ts';

function build() {
  const tenants = new Map(
    ['a', 'b'].map((_id) => [_id, { _id, publicName: _id, issuerChanges: 0 } as TenantRecord]),
  );
  const clock = { now: Date.now() };
  const domain = vi.fn(async (tenantId: string) => ({ domain: `${tenantId}.example` }) as DomainRecord);
  const store = {
    tenants: { getMany: async (ids: readonly string[]) => ids.flatMap((id) => tenants.get(id) ?? []) },
    domains: { of: domain },
    signingCertificates: {
      get: async () => ({ fingerprint: 'f' }) as SigningCertificateRecord,
      acrossTenants: { byFingerprint: async () => [] },
    },
  } as unknown as Store;
  return { issuers: createIssuers(store, () => clock.now), tenants, domain, clock };
}
const lookupOf = async (tenantId: string) => ({ tenantId, signingCertificateId: 's' });

it('returns the organization of each certificate, whatever the previous look-up was', async () => {
  const { issuers } = build();
  for (const tenantId of ['a', 'a', 'b', 'a', 'gone', 'b', 'b']) {
    const found = await issuers.ofLookup(lookupOf(tenantId));
    expect(found?.[1].tenant._id).toBe(tenantId === 'gone' ? undefined : tenantId);
    expect(found?.[1].domain?.domain).toBe(tenantId === 'gone' ? undefined : `${tenantId}.example`);
  }
  const crowd = await Promise.all(['a', 'b', 'a', 'b'].map((id) => issuers.ofLookup(lookupOf(id))));
  expect(crowd.map((found) => found?.[1].tenant._id)).toEqual(['a', 'b', 'a', 'b']);
  expect(await issuers.ofLookup(Promise.resolve(null))).toBeNull();
});

it('caches domain and signing certificate until the organization’s change counter increases, or for 30 s', async () => {
  const { issuers, tenants, domain, clock } = build();
  const look = () => issuers.ofLookup(lookupOf('a'));
  await look();
  await look();
  expect(domain).toHaveBeenCalledTimes(1);
  tenants.set('a', { ...tenants.get('a')!, issuerChanges: 1 });
  await look();
  expect(domain).toHaveBeenCalledTimes(2);
  clock.now += 30_001;
  await look();
  expect(domain).toHaveBeenCalledTimes(3);
});
