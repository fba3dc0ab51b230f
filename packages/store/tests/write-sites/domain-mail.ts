import { dkimKeyMs, mailRecordsFor } from '@sello/contracts';
import { expect } from 'vitest';
import { type MailDomainRecord, type NewDkimKey, newId, type Store } from '../../src/index.ts';
import type { WriteSites } from './site.ts';

const later = () => new Date(Date.now() + dkimKeyMs);
const buildDkimKey = (selector: NewDkimKey['selector']): NewDkimKey => ({
  ...{ _id: newId(), selector, publicKey: newId(), sealedKey: 'sealed' },
});

/** A verified domain, not used for e-mails yet. */
export async function verifyDomain(store: Store, tenantId = newId()) {
  const { _id } = await store.domains.add(tenantId, {
    ...{ domain: `${tenantId}.test`, token: 't', dnsRecords: [] },
  });
  return (await store.domains.recordCheck(tenantId, _id, {
    ...{ status: 'verified', dnsRecords: [], misses: 0, nextCheckAt: null, checkedAt: new Date() },
  }))!;
}

export const buildMail = (domain: string) => {
  const keys = [buildDkimKey('s1'), buildDkimKey('s2')];
  const records = mailRecordsFor(domain, keys, 'sello.test');
  return { localPart: 'certificates', keys, records, rotatesAt: later() };
};

/** A verified domain whose mail records name servers have. */
export async function sendFromDomain(store: Store, tenantId = newId()): Promise<MailDomainRecord> {
  const domain = await verifyDomain(store, tenantId);
  const { _id } = domain;
  const { mail } = await store.domainMails.setUp(tenantId, domain, buildMail(domain.domain));
  return (await store.domainMails.recordCheck(tenantId, _id, mail.rev, buildMailCheck(mail)))!;
}

const buildMailCheck = ({ records, dmarc }: MailDomainRecord['mail']) => ({
  ...{ records: records.map((record) => ({ ...record, state: 'correct' as const })), dmarc },
  ...{ isReady: true, misses: 0 },
});

const keysOf = async (store: Store, tenantId: string) => {
  const found = [];
  for await (const key of store.domainMails.acrossTenants.eachKey())
    if (key.tenantId === tenantId) found.push(key._id);
  return found.toSorted();
};

export const domainMailSites: WriteSites = {
  async setUp(store, cut) {
    const domain = await verifyDomain(store);
    const mail = buildMail(domain.domain);
    const set = await cut((it) => it.domainMails.setUp(domain.tenantId, domain, mail));
    expect(await store.domains.of(domain.tenantId)).toEqual(set);
    expect(await keysOf(store, domain.tenantId)).toEqual(mail.keys.map(({ _id }) => _id).toSorted());
  },
  async setLocalPart(store, cut) {
    const { tenantId } = await sendFromDomain(store);
    await cut((it) => it.domainMails.setLocalPart(tenantId, 'diplomas'));
    expect((await store.domains.of(tenantId))?.mail).toMatchObject({ localPart: 'diplomas' });
  },
  async requestRotation(store, cut) {
    const { tenantId } = await sendFromDomain(store);
    const now = new Date();
    await cut((it) => it.domainMails.requestRotation(tenantId, now));
    expect((await store.domains.of(tenantId))?.mail).toMatchObject({ rotatesAt: now });
  },
  async recordCheck(store, cut) {
    const domain = await verifyDomain(store);
    const { tenantId, _id } = domain;
    const { mail } = await store.domainMails.setUp(tenantId, domain, buildMail(domain.domain));
    const check = buildMailCheck(mail);
    await cut((it) => it.domainMails.recordCheck(tenantId, _id, mail.rev, check));
    expect((await store.domains.of(tenantId))?.mail).toMatchObject(check);
  },
  async rotate(store, cut) {
    const domain = await sendFromDomain(store);
    const { tenantId, mail } = domain;
    const key = buildDkimKey('s1');
    const next = { key, records: mail.records, rotatesAt: later() };
    await cut((it) => it.domainMails.rotate(tenantId, domain, next));
    const rotated = (await store.domains.of(tenantId))!.mail!;
    expect(rotated).toMatchObject({ rev: mail.rev + 1, selector: 's2' });
    // Whatever was cut, the key that a domain names is there, and the one that it replaced is not.
    const named = rotated.keys.map(({ keyId }) => keyId).toSorted();
    expect(await keysOf(store, tenantId)).toEqual(named);
    expect(named).not.toContain(mail.keys.find(({ selector }) => selector === 's1')!.keyId);
  },
  async 'acrossTenants.replaceKey'(store, cut) {
    const { tenantId, mail } = await sendFromDomain(store);
    const key = (await store.domainMails.keyOf(tenantId, mail.keys[0]!.keyId))!;
    await cut((it) => it.domainMails.acrossTenants.replaceKey(key, 'rewrapped'));
    expect(await store.domainMails.keyOf(tenantId, key._id)).toMatchObject({ sealedKey: 'rewrapped' });
  },
};
