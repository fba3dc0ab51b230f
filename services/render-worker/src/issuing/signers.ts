import { X509Certificate } from 'node:crypto';
import type { CertificateParams, Signer } from '@sello/contracts';
import { AppError, type Logger, type Secret } from '@sello/kit';
import { createSigner, openPrivateKey, type SealedKey } from '@sello/proof';
import type { SigningKeyRecord, Store } from '@sello/store';
import { SingleFlightCache } from '../single-flight.ts';
import { createAuthorityPin } from './authority-pin.ts';

export interface ReadySigner {
  signer: Signer;
  params: CertificateParams;
}

export interface Signers {
  /** Throws `certificate_not_found`, `certificate_inactive`, or the errors of `createSigner` and `openPrivateKey`. */
  ready(tenantId: string, certificateId: string): Promise<ReadySigner>;
}

export interface SignersOptions {
  wrappingKeys: Secret<string[]>;
  timestampUrl: string | undefined;
  log: Logger;
}

const maxSigners = 500;

/**
 * Keys are decrypted once per process and kept only in memory. Revocation and expiry are read from the database on every
 * call.
 */
export function createSigners(
  store: Pick<Store, 'signingCertificates' | 'timestampAuthorities'>,
  { wrappingKeys, timestampUrl, log }: SignersOptions,
): Signers {
  const cache = new SingleFlightCache<Signer>({ maxWeight: maxSigners, weightOf: () => 1 });
  const pin = timestampUrl === undefined ? undefined : createAuthorityPin(store, timestampUrl, log);

  async function open(tenantId: string, certificateId: string): Promise<Signer> {
    const record = await store.signingCertificates.getWithKey(tenantId, certificateId);
    if (record === null) throw new AppError('certificate_not_found');
    return createSigner({
      id: record._id,
      privateKeyPkcs8: openKey(record, wrappingKeys),
      chain: chainOf(record.pem),
      timestampUrl,
      onTimestampAuthority: pin,
    });
  }

  return {
    async ready(tenantId, certificateId) {
      const record = await store.signingCertificates.get(tenantId, certificateId);
      if (record === null) throw new AppError('certificate_not_found');
      if (record.revokedAt !== undefined || record.expiresAt <= new Date()) {
        throw new AppError('certificate_inactive');
      }
      const signer = await cache.get(`${tenantId}/${certificateId}`, () => open(tenantId, certificateId));
      return { signer, params: record.params };
    },
  };
}

function openKey(record: SigningKeyRecord, wrappingKeys: Secret<string[]>): Uint8Array {
  // It was removed with the organization's data: what it signed stays, nothing more is signed.
  if (record.sealedKey === undefined) throw new AppError('certificate_inactive');
  return openPrivateKey(JSON.parse(record.sealedKey) as SealedKey, {
    tenantId: record.tenantId,
    keyId: record._id,
    privateWrappingKeys: wrappingKeys.reveal(),
  });
}

/** The certificates of a PEM text as DER, in their order. */
function chainOf(pem: string): Uint8Array[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block).raw);
}
