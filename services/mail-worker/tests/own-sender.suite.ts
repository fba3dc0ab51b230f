import { type DkimSelector, dkimKeyMs, dkimSelectors, mailRecordsFor } from '@sello/contracts';
import { generateDkimKey } from '@sello/proof';
import { type MailDomainRecord, newId, type Store } from '@sello/store';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { beforeAll, expect, it, vi } from 'vitest';
import type { MailServer } from './mail-server.ts';

interface Own {
  store: Store;
  tenantId: string;
  publicWrappingKey: string;
  send(): Promise<MailServer['mails'][number]>;
}

/** E-mails of an organization that has a domain of its own; `send` sends one and resolves with it as it arrived. */
export function describeOwnSender(context: () => Own): void {
  const domain = `certs.${newId()}.example`;
  const sendsAs = async () => {
    const { raw, mail, from } = await context().send();
    const signed = await verify(raw);
    return { address: mail.from?.value[0]?.address, returnPath: from, signed, mail };
  };

  /** The domain with keys whose records name servers have, in this state. */
  async function note(state: 'correct' | 'missing', isReady: boolean): Promise<MailDomainRecord> {
    const { store, tenantId } = context();
    const { _id, mail } = (await store.domains.of(tenantId)) as MailDomainRecord;
    const records = mail.records.map((record) => ({ ...record, state }));
    const check = {
      records,
      isReady,
      misses: 0,
      dmarc: { finding: 'none', name: `_dmarc.${domain}` },
    } as const;
    return (await store.domainMails.recordCheck(tenantId, _id, mail.rev, check))!;
  }

  /** What another library says of the signature, asking the records that the organization was shown. */
  async function verify(raw: string): Promise<{ result: string; selector?: string | undefined }> {
    const { store, tenantId } = context();
    const records = ((await store.domains.of(tenantId))?.mail?.records ?? []).filter(
      ({ purpose }) => purpose === 'dkim',
    );
    const { results } = await dkimVerify(Buffer.from(raw), {
      resolver: async (name: string) => {
        const record = records.find((one) => one.name === name);
        if (record) return [[record.value]];
        throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      },
    });
    const [first] = results;
    return { result: first?.status.result ?? 'none', selector: first?.selector };
  }

  beforeAll(async () => {
    const { store, tenantId, publicWrappingKey } = context();
    const claim = await store.domains.add(tenantId, { domain, token: newId(), dnsRecords: [] });
    await store.domains.recordCheck(tenantId, claim._id, {
      ...{ status: 'verified', dnsRecords: [], misses: 0 },
      ...{ nextCheckAt: null, checkedAt: new Date() },
    });
    const newKey = async (selector: DkimSelector) => {
      const keyId = newId();
      return { _id: keyId, selector, ...(await generateDkimKey({ tenantId, keyId, publicWrappingKey })) };
    };
    const keys = await Promise.all(dkimSelectors.map(newKey));
    await store.domainMails.setUp(tenantId, claim, {
      ...{ localPart: 'certificados', keys, rotatesAt: new Date(Date.now() + dkimKeyMs) },
      records: mailRecordsFor(domain, keys, 'sello.test'),
    });
    await store.domains.updateSettings(tenantId, { useInEmails: true });
  });

  it('go out under the platform’s name, with answers to the organization, until its mail records are found', async () => {
    const { address, returnPath, signed, mail } = await sendsAs();
    expect({ address, returnPath }).toEqual({
      address: 'certificates@sello.test',
      returnPath: 'certificates@sello.test',
    });
    expect(mail.replyTo?.value[0]?.address).toBe('registro@example.test');
    expect(signed.result).toBe('none');
  });

  it('then go out from its own address, signed so that another library accepts them; failures still go to the platform', async () => {
    await note('correct', true);
    const { address, returnPath, signed, mail } = await sendsAs();
    expect({ address, returnPath }).toEqual({
      address: `certificados@${domain}`,
      returnPath: 'certificates@sello.test',
    });
    expect(signed).toEqual({ result: 'pass', selector: 's1' });
    expect(mail.messageId).toMatch(/@sello\.test>$/);
    expect(mail.attachments).toHaveLength(1);
  });

  it('are signed by the other key after a change of keys, while the new record is not there yet', async () => {
    const { store, tenantId } = context();
    const former = await note('correct', true);
    await store.domainMails.requestRotation(tenantId);
    const changed = await vi.waitFor(
      async () => {
        const now = (await store.domains.of(tenantId))!;
        expect(now.mail?.selector).toBe('s2');
        return now.mail!;
      },
      { interval: 200 },
    );
    expect(changed.rotatesAt.getTime()).toBeGreaterThan(Date.now() + dkimKeyMs / 2);
    const [first, second] = changed.records.filter(({ purpose }) => purpose === 'dkim');
    expect(first).toMatchObject({ state: 'unknown', reason: 'not_checked' });
    expect(second).toMatchObject({ state: 'correct' });
    const replaced = former.mail.keys.find(({ selector }) => selector === 's1')!;
    // It is deleted after the domain has named the new one.
    await vi.waitFor(async () => expect(await store.domainMails.keyOf(tenantId, replaced.keyId)).toBeNull());
    expect((await sendsAs()).signed).toEqual({ result: 'pass', selector: 's2' });
    // The new key's record is not found: there is nothing to change to.
    await expect(store.domainMails.requestRotation(tenantId)).rejects.toMatchObject({
      code: 'domain_mail_key_missing',
    });
  });

  it('go out under the platform’s name again when the records or the domain are lost, and its keys go with it', async () => {
    const { store, tenantId } = context();
    const { mail } = await note('missing', false);
    expect((await sendsAs()).address).toBe('certificates@sello.test');
    await note('correct', true);
    expect((await sendsAs()).address).toBe(`certificados@${domain}`);
    await store.domains.remove(tenantId);
    expect(await sendsAs()).toMatchObject({ address: 'certificates@sello.test', signed: { result: 'none' } });
    for (const { keyId } of mail.keys) expect(await store.domainMails.keyOf(tenantId, keyId)).toBeNull();
  });
}
