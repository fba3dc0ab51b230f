import { X509Certificate } from 'node:crypto';
import type { Logger } from '@sello/kit';
import { fingerprintOf } from '@sello/proof';
import type { Store } from '@sello/store';

/**
 * Pins the first timestamp authority that answers at TSA_URL (trust on first use): verification trusts the timestamps
 * of the pinned one. A different one later is logged as an error and still used for signing; its timestamps are trusted
 * once it is listed in TSA_TRUST. Repeated calls with the same certificate (DER) cost one database write per process.
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
      'the timestamp authority is not the pinned one: list it in TSA_TRUST if the change is intended',
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
