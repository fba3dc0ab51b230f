import { createPrivateKey, type KeyObject } from 'node:crypto';
import { sendsInOwnName } from '@sello/contracts';
import type { Logger, Secret } from '@sello/kit';
import { openPrivateKey, type SealedKey } from '@sello/proof';
import type { DkimKeyRecord, Store } from '@sello/store';
import { LRUCache } from 'lru-cache';
import type { DkimKey } from './sign.ts';

/** Who an organization's messages come from. */
export interface Sender {
  address: string;
  /** Of the organization's own domain. */
  dkim?: DkimKey | undefined;
}

export interface Senders {
  /** The organization's own sender while its domain, the toggle and the mail records allow it; else the platform's. */
  of(tenantId: string): Promise<Sender>;
}

interface SendersOptions {
  /** The platform's sender address. */
  from: string;
  wrappingKeys: Secret<string[]>;
  log: Logger;
}

const maxKeys = 500;

/** Keys are decrypted once per process and kept only in memory; whether one is used is read each time. */
export function createSenders(
  store: Pick<Store, 'domains' | 'domainMails'>,
  { from, wrappingKeys, log }: SendersOptions,
): Senders {
  const keys = new LRUCache<string, KeyObject>({ max: maxKeys });

  async function keyOf(tenantId: string, keyId: string): Promise<KeyObject | undefined> {
    const known = keys.get(`${tenantId}/${keyId}`);
    if (known !== undefined) return known;
    const record = await store.domainMails.keyOf(tenantId, keyId);
    if (record === null) return undefined;
    const key = openKey(record, wrappingKeys);
    keys.set(`${tenantId}/${keyId}`, key);
    return key;
  }

  return {
    async of(tenantId) {
      const domain = await store.domains.of(tenantId);
      if (domain?.mail === undefined || !sendsInOwnName(domain)) return { address: from };
      const { localPart, selector, keys: facts } = domain.mail;
      const keyId = facts.find((key) => key.selector === selector)?.keyId ?? '';
      try {
        const privateKey = await keyOf(tenantId, keyId);
        if (privateKey !== undefined) {
          const dkim = { domain: domain.domain, selector, privateKey };
          return { address: `${localPart}@${domain.domain}`, dkim };
        }
        log.error({ tenantId, keyId }, 'a DKIM key is not stored; e-mails go out under the platform’s name');
      } catch (error) {
        log.error(
          { err: error, tenantId, keyId },
          'a DKIM key cannot be opened; e-mails go out under the platform’s name',
        );
      }
      return { address: from };
    },
  };
}

function openKey({ _id, tenantId, sealedKey }: DkimKeyRecord, wrappingKeys: Secret<string[]>): KeyObject {
  const pkcs8 = openPrivateKey(JSON.parse(sealedKey) as SealedKey, {
    tenantId,
    keyId: _id,
    privateWrappingKeys: wrappingKeys.reveal(),
  });
  return createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
}
