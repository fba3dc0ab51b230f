import { certIdsIn, numberSearch, type ReadNumbers } from '@sello/contracts';
import { readQrCodes } from '@sello/design/read-codes';
import type { Pdfium } from '../picture/draw.ts';

/** Bytes of a text entry or an address; longer ones are cut. */
const mostBytes = 2_048;
const mostLinks = 100;

type Document = Awaited<ReturnType<Pdfium['loadDocument']>>;
type Page = ReturnType<Document['getPage']>;

/** What the library keeps to itself and does not wrap. A length that is returned counts the final zero, in bytes. */
interface Bare {
  _FPDF_GetMetaText(document: number, tag: number, to: number, room: number): number;
  _FPDFLink_Enumerate(page: number, position: number, link: number): number;
  _FPDFLink_GetAction(link: number): number;
  _FPDFAction_GetURIPath(document: number, action: number, to: number, room: number): number;
  wasmExports: { malloc(bytes: number): number; free(at: number): void };
  HEAPU8: Uint8Array;
  HEAP32: Int32Array;
}

/** A file that PDFium does not open: it needs a password, or it is none or damaged. */
export class Unopened extends Error {
  readonly read: Exclude<ReadNumbers['read'], 'done'>;
  constructor(read: Unopened['read'], options: ErrorOptions) {
    super(read, options);
    this.read = read;
  }
}

/**
 * The numbers of certificates that a PDF names, at most a few: in its properties, its texts, its links, else in the codes
 * on its pages. A file that is encrypted is read if it opens without a password. Throws Unopened for one that does not
 * open, after which the library is as before.
 */
export async function namedIn(library: Pdfium, pdf: Uint8Array): Promise<string[]> {
  const document = await library.loadDocument(pdf).catch((error: unknown) => {
    // An error of PDFium itself; a fault of WebAssembly has a class of its own.
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    throw new Unopened(/password/i.test(error.message) ? 'locked' : 'failed', { cause: error });
  });
  const { module, documentIdx } = document as unknown as { module: Bare; documentIdx: number };
  try {
    const texts = [propertyOf(module, documentIdx, 'SelloCertificate')];
    const pages: Page[] = [];
    for (let index = 0; index < Math.min(document.getPageCount(), numberSearch.pages); index++) {
      const page = document.getPage(index);
      const { pageIdx } = page as unknown as { pageIdx: number };
      // A page that is damaged is none; the others count.
      if (pageIdx === 0) continue;
      pages.push(page);
      texts.push(page.getText(), ...linksOn(module, documentIdx, pageIdx));
    }
    const named = certIdsIn(texts.join('\n'));
    if (named.length > 0) return named;
    const codes: string[] = [];
    for (const page of pages.slice(0, numberSearch.drawn)) codes.push(...(await codesOn(page)));
    return certIdsIn(codes.join('\n'));
  } finally {
    document.destroy();
  }
}

/** An entry of the document information dictionary (ISO 32000-1, 14.3.3). */
function propertyOf(module: Bare, document: number, name: string): string {
  return withRoom(module, (at) => {
    module.HEAPU8.set(Buffer.from(`${name}\0`, 'latin1'), at);
    const to = at + mostBytes;
    const length = Math.min(mostBytes, module._FPDF_GetMetaText(document, at, to, mostBytes));
    return Buffer.from(module.HEAPU8.subarray(to, to + length)).toString('utf16le');
  });
}

function linksOn(module: Bare, document: number, page: number): string[] {
  return withRoom(module, (at) => {
    const links: string[] = [];
    const position = at >> 2;
    module.HEAP32[position] = 0;
    while (links.length < mostLinks && module._FPDFLink_Enumerate(page, at, at + 4)) {
      const action = module._FPDFLink_GetAction(module.HEAP32[position + 1]!);
      if (action === 0) continue;
      const to = at + mostBytes;
      const length = Math.min(mostBytes, module._FPDFAction_GetURIPath(document, action, to, mostBytes));
      links.push(Buffer.from(module.HEAPU8.subarray(to, to + length)).toString('latin1'));
    }
    return links;
  });
}

function withRoom<Result>(module: Bare, use: (at: number) => Result): Result {
  const at = module.wasmExports.malloc(2 * mostBytes);
  if (at === 0) throw new RangeError('no memory is left');
  try {
    return use(at);
  } finally {
    module.wasmExports.free(at);
  }
}

async function codesOn(page: Page): Promise<string[]> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = numberSearch.side / Math.max(originalWidth, originalHeight, 1);
  const [width, height] = [originalWidth, originalHeight].map((points) =>
    Math.max(1, Math.round(points * scale)),
  );
  const { data } = await page.render({ width: width!, height: height!, render: 'bitmap' });
  return readQrCodes({ width: width!, height: height!, data: new Uint8ClampedArray(data) });
}
