import { z } from 'zod';
import { id } from './scalars.ts';

/**
 * What an import left out or changed, for a sentence such as "A form and two scripts of the PDF were left out". Each kind
 * occurs once in a result.
 */
const pdfImportNoteKinds = [
  /** Left out: fields of forms, signatures, scripts and other actions, comments, links, attached files, hidden layers. */
  ...['forms', 'signatures', 'scripts', 'annotations', 'links', 'attachments', 'layers'],
  /** Left out: texts that are not visible, such as those that text recognition adds to scans. */
  'invisible_texts',
  /** Left out: images, patterns or other parts that are damaged. `count` of them. */
  'damaged',
  /** Pages after the largest number that a template may have; `count` of them. */
  'pages_left_out',
  /** Pages that are larger or smaller than those of a template may be, and were scaled. */
  'pages_scaled',
  /** Pages that were not imported because their fonts (`names`) are not in the file. */
  'pages_without_fonts',
  /** Pages that were not imported because they are too complex, or too large to print. */
  'pages_too_complex',
  /** Pages with which certificates are not PDF/A-2a, but PDF/A-2b, because some texts have no characters. */
  'pages_without_texts',
  /** Pages with which certificates are not PDF/A, because of a font, an image or a colour that archives do not accept. */
  'pages_not_archivable',
] as const;

const pdfImportNote = z.object({
  kind: z.enum(pdfImportNoteKinds),
  /** Number of things, or of pages. */
  count: z.int().min(1),
  /** Numbers of the pages, from 1; absent when the note is about the whole file. */
  pages: z.array(z.int()).optional(),
  /** Names of fonts. */
  names: z.array(z.string()).optional(),
});
export type PdfImportNote = z.infer<typeof pdfImportNote>;

export const pdfImport = z.object({
  /** The imported pages in the order of the file. */
  pages: z.array(
    z.object({
      /** Its number in the file, from 1. */
      page: z.int(),
      assetId: id,
      /** Points, within `designLimits.pageSide`. */
      width: z.number(),
      height: z.number(),
    }),
  ),
  notes: z.array(pdfImportNote),
  /** Number of pages of the file. */
  pageCount: z.int(),
});
/** The page of a PDF, from 1, that is being read, and how many are read. */
export const pdfImportProgress = z.strictObject({ page: z.int().min(1), pages: z.int().min(1) });
export type PdfImportProgress = z.infer<typeof pdfImportProgress>;

export type PdfImport = z.infer<typeof pdfImport>;
