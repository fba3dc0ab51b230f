import type { FileFault, PdfImportNote, PdfImportProgress } from '@sello/contracts';
import type { FaultKind } from './read/budget.ts';

/** A page of a PDF, ready to be stored. */
export interface ImportedPage {
  /** Its number in the file, from 1. */
  page: number;
  /** A PDF of its own that holds nothing but what the page shows. */
  bytes: Uint8Array;
  /** Points, within `designLimits.pageSide`. */
  width: number;
  height: number;
  /** What browsers draw instead: a PNG with two pixels per point, less for large pages. */
  picture: Uint8Array;
}

export type FromImportThread =
  | { progress: PdfImportProgress }
  | { page: ImportedPage }
  | { end: { notes: PdfImportNote[]; pageCount: number } }
  | { fault: { kind: FaultKind | 'fonts'; reason?: FileFault | undefined; fonts?: readonly string[] } };
