/**
 * URLs that are printed on certificates, encoded in QR codes and sent in e-mails, so they must stay valid as long as
 * the installation exists. These paths are defined nowhere else.
 */

/** The verify page. */
export const verifyPath = '/verify';
/** The page of an organization's own host that leads to joining it by a code. */
export const joinPath = '/join';
/** The page that leads to the first screen of an organization; without an id, of the one opened last. */
export const openPath = '/open';
export const openUrl = (tenantId = ''): string => `${openPath}/${tenantId}`;
/** The path prefix of issued files. */
const filePath = '/c';

/** The verify page of a certificate, by its id or by the SHA-256 of its file; absolute when `base` is an origin. */
export const verifyUrl = (reference: string, base = ''): string =>
  `${base}${verifyPath}/${encodeURIComponent(reference)}`;

/** The issued file of a certificate; absolute when `base` is an origin. */
export const certificateUrl = (certId: string, base = ''): string => `${base}${filePath}/${certId}`;

/** The picture of the first page of an issued file. The file's SHA-256 in the path gives each file its own URL. */
export const certificatePictureUrl = (certId: string, hash: string): string =>
  `${certificateUrl(certId)}/${hash}.png`;

/** The object of an organization's logo. Its path is the same: `/` and the key. `uploadedAt` in ms since 1970. */
export const logoKey = (tenantId: string, uploadedAt: number, extension: 'png' | 'jpg'): string =>
  `assets/${tenantId}/images/logo-${uploadedAt}.${extension}`;

/** The object that a URL or path of a logo ends in; undefined for other URLs. */
export const logoKeyOf = (url: string): string | undefined =>
  /(?:^|\/)(assets\/[0-9a-f]{24}\/images\/logo-\d{1,16}\.(?:png|jpg))$/.exec(url)?.[1];

/** The page on which an invited person accepts, by `inviteReference`; absolute when `base` is an origin. */
export const acceptInviteUrl = (reference: string, base = ''): string => `${base}/accept-invite/${reference}`;

/** The form that reports a mistake on a certificate; absolute when `base` is an origin. */
export const reportMistakeUrl = (certId: string, base = ''): string => `${verifyUrl(certId, base)}/report`;

/** The page that confirms the report of a mistake; absolute when `base` is an origin. */
export const confirmReportUrl = (token: string, base = ''): string => `${base}/report/${token}`;

/** The same paths as route patterns; `reference` is optional. */
export const publicRoutes = {
  verify: `${verifyPath}/:reference?`,
  reportMistake: `${verifyPath}/:reference/report`,
  confirmReport: confirmReportUrl(':token'),
  acceptInvite: acceptInviteUrl(':inviteId'),
  certificate: certificateUrl(':certId'),
  picture: certificatePictureUrl(':certId', ':hash'),
  logo: '/assets/:tenantId/images/:name',
} as const;
