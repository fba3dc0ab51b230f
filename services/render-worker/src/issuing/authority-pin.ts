import { X509Certificate } from 'node:crypto';
import type { Logger } from '@sello/kit';
import { fingerprintOf } from '@sello/proof';
import type { Store } from '@sello/store';

/**
 * Keeps the timestamp authority that answers first behind an address: whoever verifies knows by it whose word on the
 * time counts. Another one later is told to the operator and signs on; it counts when it is listed in TSA_TRUST.
 */
export function createAuthorityPin(
  store: Pick<Store, 'timestampAuthorities'>,
  url: string,
  log: Logger,
): (certificate: Uint8Array) => Promise<void> {
  const settled = new Map<string, Promise<void>>();

  async function settle(certificate: X509Certificate, fingerprint: string): Promise<void> {
    const authority = { fingerprint, pem: certificate.toString() };
    const pinned = await store.timestampAuthorities.pin(url, authority);
    if (pinned.fingerprint === fingerprint) return;
    log.error(
      { host: pinned.host, pinned: pinned.fingerprint, found: fingerprint },
      'another timestamp authority answers than the one pinned: list it in TSA_TRUST if that is right',
    );
  }

  return (der) => {
    const certificate = new X509Certificate(der);
    const fingerprint = fingerprintOf(certificate);
    const known = settled.get(fingerprint);
    if (known) return known;
    const settling = settle(certificate, fingerprint);
    settled.set(fingerprint, settling);
    settling.catch(() => settled.delete(fingerprint));
    return settling;
  };
}
