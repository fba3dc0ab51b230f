import type { TFunction } from 'i18next';

/** A picture of an imported file. */
export interface ImportedImage {
  /** How the imported design names it. */
  assetId: string;
  /** `data:image/…;base64,…` */
  dataUrl: string;
}

/** Something of an imported file that could not be taken over as it was. */
export interface ImportNote {
  kind: 'unsupported' | 'remoteImage' | 'gradient' | 'skewed' | 'cropped';
  /** The number of the page, from 1. */
  page: number;
  /** What it was, such as the type of an object. */
  what: string;
}

/** The sentence of a note, without its page. */
export const noteText = ({ kind, what }: ImportNote, t: TFunction): string =>
  t(`editor.importNotes.${kind}`, { what });
