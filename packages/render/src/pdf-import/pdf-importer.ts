import { type ErrorCode, limits, type PdfImportNote, type PdfImportProgress } from '@sello/contracts';
import { AppError, FairPool, LimitedThread, ThreadFailure } from '@sello/kit';
import type { FromImportThread, ImportedPage } from './messages.ts';

export interface ImportResult {
  pages: ImportedPage[];
  notes: PdfImportNote[];
  /** Number of pages of the file. */
  pageCount: number;
}

export interface ReadOptions {
  /** Called before each page is read. */
  onProgress?(progress: PdfImportProgress): void;
  /** Aborted when nobody waits for the pages any more: the thread is terminated, and `read` rejects with its reason. */
  signal?: AbortSignal;
}

/** Imports uploaded PDFs, each on its own worker thread with limits on CPU time and memory. */
export interface PdfImporter {
  /**
   * Files are read one at a time, round robin by owner. Throws AppError `upload_pdf_kind`, `upload_pdf_unreadable`
   * {reason}, `upload_pdf_encrypted`, `upload_pdf_complex` {reason}, `upload_pdf_fonts` {fonts} and
   * `upload_pdf_detailed` {max}, each only when no page can be imported.
   */
  read(owner: string, file: Uint8Array, options?: ReadOptions): Promise<ImportResult>;
}

/** Limit of CPU time per file, ms. */
const defaultBudgetMs = 8_000;

export function createPdfImporter({ budgetMs = defaultBudgetMs }: { budgetMs?: number } = {}): PdfImporter {
  const oneAtATime = new FairPool([budgetMs]);
  return {
    read: (owner, file, options = {}) => oneAtATime.take(owner, (cpuMs) => readNow(file, cpuMs, options)),
  };
}

type Fault = Extract<FromImportThread, { fault: unknown }>['fault'];
type Ending = Exclude<FromImportThread, { page: unknown } | { progress: unknown }>;

async function readNow(
  file: Uint8Array,
  cpuMs: number,
  { onProgress, signal }: ReadOptions,
): Promise<ImportResult> {
  signal?.throwIfAborted();
  const thread = new LimitedThread<FromImportThread>({
    script: new URL('./import.worker.ts', import.meta.url),
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    startupBudgetMs: 2_000,
  });
  const copy = new Uint8Array(file);
  const pages: ImportedPage[] = [];
  const read = (message: FromImportThread): Ending | undefined => {
    if ('progress' in message) onProgress?.(message.progress);
    else if ('page' in message) pages.push(message.page);
    else return message;
    return undefined;
  };
  const stop = () => void thread.terminate();
  signal?.addEventListener('abort', stop);
  try {
    const ending = await thread.run({ message: copy, transfer: [copy.buffer], cpuMs, read }).catch(faultOf);
    signal?.throwIfAborted();
    if ('end' in ending) return { pages, ...ending.end };
    throw errorOf(ending.fault);
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread.terminate();
  }
}

const reasons = {
  time: 'too_slow',
  memory: 'too_much_memory',
  exit: 'stopped',
  // PDFium, or a part of a file that nobody thought of.
  error: 'pdf_failed',
} as const;

function faultOf(failure: unknown): { fault: Fault } {
  if (!(failure instanceof ThreadFailure)) throw failure;
  return { fault: { kind: 'complex', reason: reasons[failure.reason] } };
}

const codes: Record<Fault['kind'], ErrorCode> = {
  kind: 'upload_pdf_kind',
  unreadable: 'upload_pdf_unreadable',
  encrypted: 'upload_pdf_encrypted',
  complex: 'upload_pdf_complex',
  detailed: 'upload_pdf_detailed',
  fonts: 'upload_pdf_fonts',
};

function errorOf({ kind, reason, fonts }: Fault): AppError {
  const max = { detailed: limits.imageBytes / 1024 / 1024 }[kind as 'detailed'];
  return new AppError(codes[kind], {
    details: {
      ...(reason && { reason }),
      ...(max !== undefined && { max }),
      ...(fonts && { fonts: fonts.join(', ') }),
    },
  });
}
