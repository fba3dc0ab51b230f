import type { Language } from '@sello/contracts';

/** Words that blocks and built-in templates print or read out. */
export interface BlockTexts {
  verify: string;
  /** Alternative text of the QR code. */
  qr: string;
  /** Above the name of the organization in the box of the digital signature. */
  signedBy: string;
  /** Labels of the variables of the two lines, and of the place. */
  signatories: readonly [first: string, second: string];
  signatoryRoles: readonly [first: string, second: string];
  place: string;
  signer: string;
  role: string;
  placeAndDate: string;
}

export const blockTexts: Record<Language, BlockTexts> = {
  en: {
    verify: 'Scan to verify',
    qr: 'QR code of the page that verifies this certificate',
    signedBy: 'Digitally signed by',
    signatories: ['First signatory', 'Second signatory'],
    signatoryRoles: ['Role of the first signatory', 'Role of the second signatory'],
    place: 'Place',
    signer: 'Full name',
    role: 'Position',
    placeAndDate: 'City, {{certificate.issuedAt}}',
  },
  es: {
    verify: 'Escanee para verificar',
    qr: 'Código QR de la página que verifica este certificado',
    signedBy: 'Firmado digitalmente por',
    signatories: ['Primer firmante', 'Segundo firmante'],
    signatoryRoles: ['Cargo del primer firmante', 'Cargo del segundo firmante'],
    place: 'Lugar',
    signer: 'Nombre y apellidos',
    role: 'Cargo',
    placeAndDate: 'Ciudad, {{certificate.issuedAt}}',
  },
  pt: {
    verify: 'Escaneie para verificar',
    qr: 'Código QR da página que verifica este certificado',
    signedBy: 'Assinado digitalmente por',
    signatories: ['Primeiro signatário', 'Segundo signatário'],
    signatoryRoles: ['Cargo do primeiro signatário', 'Cargo do segundo signatário'],
    place: 'Local',
    signer: 'Nome completo',
    role: 'Cargo',
    placeAndDate: 'Cidade, {{certificate.issuedAt}}',
  },
};
