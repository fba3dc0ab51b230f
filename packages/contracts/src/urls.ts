/**
 * Addresses that are printed in certificates, drawn in QR codes and sent in letters: they hold for as long as the
 * installation does. Nothing else spells these paths.
 */

/** The page where a certificate is verified, asked or answered. */
const verifyPath = '/verify';
/** The folder of issued files. */
const filePath = '/c';

/** The page that answers for a certificate, by its id or by the SHA-256 of its file; under a host when one is given. */
export const verifyUrl = (reference: string, base = ''): string =>
  `${base}${verifyPath}/${encodeURIComponent(reference)}`;

/** The issued file of a certificate; under a host when one is given. */
export const certificateUrl = (certId: string, base = ''): string => `${base}${filePath}/${certId}`;

/** The picture of an issued file's first page, named by the file's SHA-256: another file is another address. */
export const certificatePictureUrl = (certId: string, hash: string): string =>
  `${certificateUrl(certId)}/${hash}.png`;

/** All as routes; `reference` may be absent, `certId` may not. */
export const publicRoutes = {
  verify: `${verifyPath}/:reference?`,
  certificate: certificateUrl(':certId'),
  picture: certificatePictureUrl(':certId', ':hash'),
} as const;
