import type { PublicCertificate } from '@sello/contracts';

/** The URL of LinkedIn's "add to profile" form, filled in with course, issuer, date and the verify page. */
export function linkedInUrl(certificate: PublicCertificate): string {
  const [year, month] = certificate.issuedOn.split('-').map(Number);
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: certificate.course ?? certificate.issuer.name,
    organizationName: certificate.issuer.name,
    issueYear: String(year),
    issueMonth: String(month),
    certUrl: certificate.verifyUrl,
    certId: certificate.certId,
  });
  return `https://www.linkedin.com/profile/add?${query}`;
}
