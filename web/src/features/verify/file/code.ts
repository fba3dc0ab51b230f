import { readCertificateReference } from '@sello/contracts';

/** What a QR code leads to: a certificate's number or hash, perhaps on another site; or something that is not ours. */
export type Code = { reference: string; elsewhere?: string } | { foreign: string };

/** Characters of a foreign code that are shown. */
const shownLength = 120;

/** `hosts`: those that this site answers under. */
export function codeOf(text: string, hosts: readonly string[]): Code {
  const read = readCertificateReference(text);
  if (!read) return { foreign: text.length > shownLength ? `${text.slice(0, shownLength)}…` : text };
  const reference = 'hash' in read ? read.hash : read.certId;
  const host = hostOf(text);
  return host === undefined || hosts.includes(host) ? { reference } : { reference, elsewhere: host };
}

function hostOf(text: string): string | undefined {
  try {
    return new URL(text).host || undefined;
  } catch {
    return undefined;
  }
}

/** The hosts of this page: its own, and the platform's on an organization's domain. Codes carry the latter. */
export const ownHosts = (): string[] =>
  [location.host, document.documentElement.dataset.platform ?? ''].filter(Boolean);
