/** Generated texts for assistive technology and bookmarks, which are not part of the design. */
export interface StructureTexts {
  /** The language of these texts; null when it is the document's own. */
  language: string | null;
  qr(content: string): string;
  barcode(content: string): string;
  signature: string;
  page(number: number): string;
}

type Texts = Omit<StructureTexts, 'language'>;

const known: Record<string, Texts> = {
  en: {
    qr: (content) => `QR code: ${content}`,
    barcode: (content) => `Barcode: ${content}`,
    signature: 'Digital signature',
    page: (number) => `Page ${number}`,
  },
  es: {
    qr: (content) => `Código QR: ${content}`,
    barcode: (content) => `Código de barras: ${content}`,
    signature: 'Firma digital',
    page: (number) => `Página ${number}`,
  },
  pt: {
    qr: (content) => `Código QR: ${content}`,
    barcode: (content) => `Código de barras: ${content}`,
    signature: 'Assinatura digital',
    page: (number) => `Página ${number}`,
  },
};

export function structureTexts(locale: string): StructureTexts {
  const language = new Intl.Locale(locale).language;
  const texts = known[language];
  return texts ? { ...texts, language: null } : { ...(known.en as Texts), language: 'en' };
}
