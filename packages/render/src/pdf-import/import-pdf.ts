import { limits, type PdfImportNote, type PdfImportProgress } from '@sello/contracts';
import { noteLeftOut } from './left-out.ts';
import type { ArchiveLevel } from './page/context.ts';
import { layersOf } from './page/layers.ts';
import { Notes } from './page/notes.ts';
import { FontsMissing, writePage } from './page/write-page.ts';
import { pageTree } from './page-tree.ts';
import { PdfFault } from './read/budget.ts';
import { PdfFile } from './read/file.ts';

/** A page of a PDF, as a PDF of its own that holds nothing but what the page shows. */
export interface PdfPage {
  /** Its number in the file, from 1. */
  page: number;
  bytes: Uint8Array;
  /** Points, within `designLimits.pageSide`. */
  width: number;
  height: number;
}

export interface ImportedPdf {
  notes: PdfImportNote[];
  pageCount: number;
}

const levelNotes = {
  A: null,
  B: 'pages_without_texts',
  none: 'pages_not_archivable',
} as const satisfies Record<ArchiveLevel, PdfImportNote['kind'] | null>;

/**
 * Reads a PDF and writes each of its pages anew as a PDF of its own (see `writePage`), in order; `onPage` may refuse one
 * with a PdfFault. Pages that cannot be imported are left out, with a note. Throws PdfFault, and FontsMissing, when there is
 * no other page. `cmykProfile` stands for DeviceCMYK.
 */
export async function importPdf(
  bytes: Uint8Array,
  {
    onPage,
    cmykProfile,
    onProgress,
  }: {
    onPage(page: PdfPage): Promise<void>;
    cmykProfile(): Buffer;
    /** Called before each page is read. */
    onProgress?(progress: PdfImportProgress): void;
  },
): Promise<ImportedPdf> {
  if (bytes.length > limits.pdfUpload) throw new PdfFault('detailed');
  const file = new PdfFile(bytes);
  const { pages, count, lost } = pageTree(file);
  if (pages.length === 0) {
    const isWhole = lost === 0 && !file.isDamaged && !file.isIncomplete;
    throw new PdfFault('unreadable', isWhole ? 'pdf_pages' : file.isIncomplete ? 'incomplete' : 'damaged');
  }
  const layers = layersOf(file);
  const notes = new Notes();
  notes.add('damaged', { count: lost });
  noteLeftOut(file, pages, layers, notes);
  let failure: PdfFault | FontsMissing | undefined;
  let imported = 0;
  for (const [index, dict] of pages.entries()) {
    const page = index + 1;
    onProgress?.({ page, pages: pages.length });
    try {
      const { level, ...written } = await writePage(dict, page, { file, layers, notes, cmykProfile });
      if (written.bytes.length > limits.imageBytes) throw new PdfFault('detailed');
      await onPage({ page, ...written });
      const note = levelNotes[level];
      if (note) notes.add(note, { page });
      imported += 1;
    } catch (error) {
      if (error instanceof FontsMissing) notes.add('pages_without_fonts', { page, names: error.names });
      else if (error instanceof PdfFault) notes.add('pages_too_complex', { page });
      else throw error;
      failure ??= error;
    }
  }
  if (imported === 0 && failure) throw failure;
  notes.add('pages_left_out', { count: count - pages.length });
  return { notes: notes.list(), pageCount: count };
}
