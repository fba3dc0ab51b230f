/** Generated texts for assistive technology, bookmarks and marks, which are not part of the design. */
export interface StructureTexts {
  /** The language of these texts; null when it is the document's own. */
  language: string | null;
  qr(content: string): string;
  barcode(content: string): string;
  signature: string;
  page(number: number): string;
  /** Marks the pages of what was never issued. */
  specimen: string;
}

type Texts = Omit<StructureTexts, 'language'>;

const known: Record<string, Texts> = {
  en: {
    qr: (content) => `QR code: ${content}`,
    barcode: (content) => `Barcode: ${content}`,
    signature: 'Digital signature',
    page: (number) => `Page ${number}`,
    specimen: 'Specimen',
  },
  es: {
    qr: (content) => `Código QR: ${content}`,
    barcode: (content) => `Código de barras: ${content}`,
    signature: 'Firma digital',
    page: (number) => `Página ${number}`,
    specimen: 'Muestra',
  },
  pt: {
    qr: (content) => `Código QR: ${content}`,
    barcode: (content) => `Código de barras: ${content}`,
    signature: 'Assinatura digital',
    page: (number) => `Página ${number}`,
    specimen: 'Amostra',
  },
};

export function structureTexts(locale: string): StructureTexts {
  const language = new Intl.Locale(locale).language;
  const texts = known[language];
  return texts ? { ...texts, language: null } : { ...(known.en as Texts), language: 'en' };
}
