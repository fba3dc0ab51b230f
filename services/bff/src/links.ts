import { certificateUrl, type HostedDomain, limits, logoKeyOf, originOf, verifyUrl } from '@sello/contracts';
import { createMacs, deriveKeys, type MasterKeys } from './auth/derived-keys.ts';

/** The zip that a signed download link refers to. */
export interface DownloadClaim {
  tenantId: string;
  batchId: string;
}

export type LinkVerdict<Claim> = { kind: 'valid'; claim: Claim } | { kind: 'expired' } | { kind: 'invalid' };

/** Links of certificates that the public follows. */
export interface SharedLinks {
  certificate(certId: string): string;
  verify(certIdOrHash: string): string;
}

/** Creates the platform's public URLs and verifies signed ones. */
export interface Links {
  readonly publicUrl: string;
  /** Permanent. With `staff` it is a signed URL, valid for five minutes although the public download is off. */
  certificate(certId: string, options?: { staff?: boolean }): string;
  verify(certIdOrHash: string): string;
  /** The same links as an organization with this domain gives them away: on its own host while that serves them. */
  sharedBy(domain: HostedDomain | null): SharedLinks;
  /** Of a thumbnail, by the key of its object. */
  picture(key: string): string;
  /** Of a logo, by the key of its object. */
  logo(key: string): string;
  /**
   * The object of a picture that an organization may have as its logo, by its URL, absolute or as a path: a logo that
   * was uploaded for it, or a picture that is named by its content. Undefined for all others.
   */
  logoKeyOf(tenantId: string, url: string): string | undefined;
  /** Valid for five minutes from now. */
  download(claim: DownloadClaim, fileName: string): string;
  readDownload(token: string): LinkVerdict<DownloadClaim>;
  readStaff(certId: string, token: string): boolean;
}

/** The path of a URL of the platform, which its other hosts serve too; other text is returned unchanged. */
export const pathOf = (url: string, publicUrl: string): string =>
  url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url;

/** Signs links with HMAC-SHA-256 under separate keys, derived from the master keys. */
export function createLinks(publicUrl: string, masterKeys: MasterKeys, now = Date.now): Links {
  const macs = createMacs(deriveKeys(masterKeys, 'download links'));
  const until = () => Math.floor((now() + limits.downloadLinkMs) / 1_000);

  return {
    publicUrl,
    certificate(certId, { staff = false } = {}) {
      const url = certificateUrl(certId, publicUrl);
      if (!staff) return url;
      const text = `${certId}.${until()}`;
      return `${url}?staff=${text.slice(certId.length + 1)}.${macs.write(`staff ${text}`)}`;
    },
    verify: (reference) => verifyUrl(reference, publicUrl),
    sharedBy(domain) {
      const origin = originOf(domain, 'useInVerification', publicUrl);
      return {
        certificate: (certId) => certificateUrl(certId, origin),
        verify: (reference) => verifyUrl(reference, origin),
      };
    },
    picture: (key) => `${publicUrl}/assets/${key.slice(key.lastIndexOf('/') + 1)}`,
    logo: (key) => `${publicUrl}/${key}`,
    logoKeyOf(tenantId, url) {
      const path = pathOf(url, publicUrl);
      const named = /^\/assets\/([0-9a-f]{64}\.(?:png|jpg|webp))$/.exec(path)?.[1];
      if (named !== undefined) return `pictures/${named}`;
      const key = logoKeyOf(path);
      return key?.startsWith(`assets/${tenantId}/`) && path === `/${key}` ? key : undefined;
    },
    download({ tenantId, batchId }, fileName) {
      const text = `${tenantId}.${batchId}.${until()}`;
      return `${publicUrl}/d/${text}.${macs.write(`zip ${text}`)}/${encodeURIComponent(fileName)}`;
    },
    readDownload(token) {
      const match = /^(([0-9a-f]{24})\.([0-9a-f]{24})\.(\d{1,12}))\.([\w-]+)$/.exec(token);
      if (!match || !macs.accepts(`zip ${match[1]}`, match[5]!)) return { kind: 'invalid' };
      if (Number(match[4]) * 1_000 < now()) return { kind: 'expired' };
      return { kind: 'valid', claim: { tenantId: match[2]!, batchId: match[3]! } };
    },
    readStaff(certId, token) {
      const match = /^(\d{1,12})\.([\w-]+)$/.exec(token);
      if (!match || !macs.accepts(`staff ${certId}.${match[1]}`, match[2]!)) return false;
      return Number(match[1]) * 1_000 >= now();
    },
  };
}
