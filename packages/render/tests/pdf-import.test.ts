import type { SignatureFields, Signer } from '@sello/contracts';
import { createSigner, generateSigningCertificate } from '@sello/proof';
import { beforeAll, describe, expect, it } from 'vitest';
import { pngSamples, readPngFile } from '../src/pdf/images/png-file.ts';
import { createPdfImporter } from '../src/pdf-import/pdf-importer.ts';
import { buildDesign, buildText, certificateOf, compileDesign } from './builders.ts';
import {
  isInstalled,
  isPreflightInstalled,
  pictureOf,
  preflightFaults,
  run,
  structureFaults,
  textOf,
} from './outside-tools.ts';
import { damaged, hostilePdfs, truncated } from './pdf-files/hostile.ts';
import { difference, imported } from './pdf-files/imported.ts';
import { letterhead, type OrdinaryPdf, ordinaryPdfs } from './pdf-files/ordinary.ts';
import { RawPdf } from './pdf-files/raw-pdf.ts';
import { faultsOf } from './reader/read.ts';

const files: ReadonlyMap<string, OrdinaryPdf> = new Map(
  (await ordinaryPdfs()).map((file) => [file.name, file]),
);
const hasTools = (['qpdf', 'pdftoppm', 'pdftotext', 'pdfsig'] as const).every(isInstalled);

async function pagesOf(name: string): Promise<Uint8Array[]> {
  const { pages } = await imported(files.get(name)!.bytes);
  return pages.map(({ bytes }) => bytes);
}

const active =
  /\/(?:AcroForm|Annots?|JavaScript|JS|OpenAction|AA|Names|EmbeddedFiles?|Filespec|AF|OCProperties|OCG|OC|BDC|Metadata|StructTreeRoot|StructParents?|XFA|Launch|URI|PS|OPI|PieceInfo|Interpolate|TR|Encrypt|Outlines|Info|ID)\b/;

describe('an ordinary PDF', () => {
  it.each([...files.values()])(
    'is imported: $name',
    async ({ bytes, pages, notes = [], text, isReduced }) => {
      const result = await imported(bytes);
      if (typeof pages === 'string') {
        expect(result).toMatchObject({ refusal: pages, pages: [] });
        return;
      }
      expect(result.refusal).toBeUndefined();
      expect(result.pages.map(({ width, height }) => [width, height])).toEqual(pages);
      expect(result.pageCount).toBe(pages.length);
      expect(result.notes?.map(({ kind }) => kind)).toEqual(notes);
      if (!hasTools) return;
      for (const [index, page] of result.pages.entries()) {
        expect(structureFaults(page.bytes)).toBe('');
        if (isReduced) continue;
        expect(difference(pictureOf(page.bytes), pictureOf(bytes, index + 1))).toBeLessThan(0.0001);
      }
      const [first] = result.pages;
      if (text !== undefined) expect(textOf(first!.bytes).join(' ')).toContain(text);
    },
  );

  it('is read the same when it is written differently', async () => {
    const [tables] = await pagesOf('cross-reference tables');
    expect((await pagesOf('object streams'))[0]).toEqual(tables);
  });

  it('leaves nothing active, attached or hidden behind, and says what', async () => {
    const { notes, pages } = await imported(files.get('forms, scripts and attachments')!.bytes);
    expect(notes).toEqual([
      { kind: 'forms', count: 2 },
      { kind: 'scripts', count: 2 },
      { kind: 'annotations', count: 1 },
      { kind: 'links', count: 1 },
      { kind: 'attachments', count: 1 },
    ]);
    const all = [
      pages,
      ...(await Promise.all([...files.values()].map(async ({ bytes }) => (await imported(bytes)).pages))),
    ];
    for (const { bytes } of all.flat()) {
      const plain = hasTools
        ? run('qpdf', bytes, ['--qdf', '--object-streams=disable', '--stream-data=uncompress'])
        : '';
      for (const content of [Buffer.from(bytes).toString('latin1'), plain]) {
        // Compressed data may spell anything.
        const written = content.replace(/stream\r?\n[\s\S]*?endstream/g, (stream) =>
          /[\x80-\xff\0]/.test(stream) ? '' : stream,
        );
        expect(written.match(active)?.[0]).toBeUndefined();
        expect(written).not.toMatch(/secret|Metadata of|app\.(?:alert|beep)|recognized/);
      }
    }
  });

  it('has the first twenty pages of more, and notes the others', async () => {
    const { RawPdf } = await import('./pdf-files/raw-pdf.ts');
    const pdf = new RawPdf();
    const root = pdf.pages(Array.from({ length: 23 }, () => '0 0 9 9 re f'));
    const { pages, notes, pageCount } = await imported(pdf.write(root));
    expect([pages.length, pageCount]).toEqual([20, 23]);
    expect(notes).toEqual([{ kind: 'pages_left_out', count: 3 }]);
  });
});

describe.skipIf(!hasTools)('a certificate with an imported background', () => {
  const fields: SignatureFields = {
    ...{ name: 'Instituto', reason: 'Issued', location: 'Lima', contactInfo: '' },
    signedAt: new Date('2026-11-14T15:00:00Z'),
  };
  let signer: Signer;
  beforeAll(async () => {
    const material = await generateSigningCertificate({
      algorithm: 'rsa-2048',
      organization: 'X',
      params: { ...fields },
    });
    signer = createSigner({ id: 'test', material });
  });
  const pageOf = (id: string, assetId: string, [width, height]: readonly [number, number]) => ({
    ...{ id, width, height, background: { color: '#ffffff', assetId } },
    elements: [buildText('{{fullName}}', { x: 40, y: 100, width: 250, id: `text-${id}` })],
  });
  const a4 = [595.28, 841.89] as const;

  it('keeps the vectors of the original, looks like it, and conforms to PDF/A-2a and PDF/UA-1', async () => {
    const [bytes] = await pagesOf('cross-reference tables');
    const design = buildDesign([], { pages: [{ ...pageOf('p', 'one', a4), elements: [] }] });
    const pdf = await certificateOf(await compileDesign(design, { images: { one: bytes! } }), undefined, {
      signer,
      fields,
    });
    expect(textOf(pdf).join(' ')).toContain('Instituto Ñandú 1');
    expect(difference(pictureOf(pdf), pictureOf(files.get('cross-reference tables')!.bytes))).toBeLessThan(
      0.002,
    );
    expect(faultsOf(pdf)).toEqual([]);
    expect(structureFaults(pdf)).toBe('');
    expect(run('pdfsig', pdf)).toContain('Signature is Valid');
    expect(run('pdfinfo', pdf)).toMatch(/Tagged:\s+yes/);
    expect(run('pdfinfo', pdf, ['-meta'])).toContain('<pdfaid:conformance>A<');
  });

  it('has what pages of one file share once, however many pages show it', async () => {
    const pages = await pagesOf('turned pages');
    const images = Object.fromEntries(pages.map((bytes, index) => [`a${index}`, bytes]));
    const design = (ids: string[]) =>
      buildDesign([], { pages: ids.map((assetId, index) => pageOf(`p${index}`, assetId, a4)) });
    const one = await compileDesign(design(['a0']), { images });
    const twice = await compileDesign(design(['a0', 'a0', 'a0']), { images });
    const all = await compileDesign(design(['a0', 'a1', 'a2', 'a3']), { images });
    expect(twice.prefix.length - one.prefix.length).toBeLessThan(2_000);
    expect(all.prefix.length - one.prefix.length).toBeLessThan(pages[1]!.length);
  });

  it.each([
    ['colours, patterns and images', [300, 200], null],
    ['cross-reference tables', a4, 'A'],
  ] as const)('claims PDF/A only as far as the page allows: %s', async (name, size, conformance) => {
    const [bytes] = await pagesOf(name);
    const compiled = await compileDesign(buildDesign([], { pages: [pageOf('p', 'one', size)] }), {
      images: { one: bytes! },
    });
    const pdf = await certificateOf(compiled);
    const xmp = run('pdfinfo', pdf, ['-meta']);
    expect(/<pdfaid:conformance>(.)</.exec(xmp)?.[1] ?? null).toBe(conformance);
    expect(xmp.includes('<pdfuaid:part>')).toBe(conformance === 'A');
  });

  it.skipIf(!isPreflightInstalled())('has no violations of PDF/A-1b in Apache PDFBox Preflight', async () => {
    const { RawPdf } = await import('./pdf-files/raw-pdf.ts');
    const raw = new RawPdf();
    const flat = raw.write(raw.pages(['1 0 0 0 k 10 10 100 100 re f 0 0 1 rg 120 10 50 50 re f']));
    const files = {
      opaque: await pagesOf('opaque'),
      flat: (await imported(flat)).pages.map(({ bytes }) => bytes),
    };
    const certificates = new Map<string, Uint8Array>();
    for (const [name, [bytes]] of Object.entries(files)) {
      const identification = { pdfa: { part: 1, conformance: 'B' }, pdfua: true } as const;
      const design = buildDesign([], { pages: [pageOf('p', 'one', [400, 300])] });
      certificates.set(
        name,
        await certificateOf(await compileDesign(design, { images: { one: bytes! }, identification })),
      );
    }
    expect(Object.fromEntries(preflightFaults(certificates))).toEqual({ opaque: [], flat: [] });
  });
});

describe.skipIf(!hasTools)('the picture of an imported page', () => {
  it('is what a viewer shows of it, with two pixels per point', async () => {
    const { bytes } = files.get('colours, patterns and images')!;
    const [page] = (await createPdfImporter().read('owner', bytes)).pages;
    const file = readPngFile(Buffer.from(page!.picture));
    const samples = pngSamples(file);
    const drawn = {
      ...{ width: file.width, height: file.height, inked: () => null },
      at: (x: number, y: number): [number, number, number] => {
        const from = (y * file.width + x) * 3;
        return [samples[from]!, samples[from + 1]!, samples[from + 2]!];
      },
    };
    expect([drawn.width, drawn.height]).toEqual([600, 400]);
    expect(difference(drawn, pictureOf(bytes, 1, 144))).toBeLessThan(0.02);
  });
});

describe('the thread that reads a PDF', () => {
  it('says which page it reads, and is terminated when nobody waits for the pages any more', async () => {
    const importer = createPdfImporter();
    const { bytes } = files.get('turned pages')!;
    const seen: unknown[] = [];
    await importer.read('owner', bytes, { onProgress: (progress) => seen.push(progress) });
    expect(seen).toEqual([1, 2, 3, 4].map((page) => ({ page, pages: 4 })));

    const left = new AbortController();
    const read: number[] = [];
    const many = Buffer.from(await (await letterhead(true, 20)).save());
    const cancelled = importer.read('owner', many, {
      signal: left.signal,
      onProgress({ page }) {
        read.push(page);
        if (page === 2) left.abort();
      },
    });
    const queued = importer.read('owner', bytes, { signal: left.signal });
    const ended = await Promise.allSettled([cancelled, queued]);
    const { reason } = left.signal;
    expect(ended).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    expect(read.length).toBeLessThan(20);
    expect((await importer.read('owner', bytes)).pages).toHaveLength(4);
  });
});

describe('a hostile PDF', () => {
  const importer = createPdfImporter();
  const sample = [
    ...['an empty file', 'content that inflates to 512 MB', 'forms that show each other a billion times'],
    ...['a tiling pattern of tiny steps', 'a form that shows itself', 'a length that is the stream itself'],
  ];

  it.each(sample)('ends in good pages or a clear message: %s', async (name) => {
    const outcome = await importer.read('owner', hostilePdfs[name]!()).catch(({ code }) => code);
    if (typeof outcome === 'string')
      expect(outcome).toMatch(/^upload_pdf_(?:kind|unreadable|complex|detailed)$/);
    else expect(outcome.pages.length).toBeGreaterThan(0);
  });

  it('is called incomplete or damaged when it is, and not a file without pages', async () => {
    const reasonOf = async (bytes: Uint8Array) => (await imported(bytes)).reason;
    const { bytes } = files.get('cross-reference tables')!;
    expect(await reasonOf(Buffer.from('%PDF-1.7\n%âãÏÓ\n'))).toBe('incomplete');
    expect(await reasonOf(bytes.subarray(0, 200))).toBe('incomplete');
    const pdf = new RawPdf();
    const tree = pdf.add('<</Type/Pages/Kids[]/Count 0>>');
    expect(await reasonOf(pdf.write(pdf.add(`<</Type/Catalog/Pages ${tree} 0 R>>`)))).toBe('pdf_pages');
    expect(await reasonOf(Buffer.from('%PDF-1.7\nnothing of a PDF\n%%EOF\n'))).toBe('damaged');
  });

  it('of which pages are lost has those that are there, and says how many are not', async () => {
    const pdf = new RawPdf();
    const root = pdf.pages(['0 0 9 9 re f', '0 0 9 9 re f', '0 0 9 9 re f']);
    for (const [number, body] of pdf.objects)
      if (number > 5 && body.includes('/Type/Page/')) pdf.objects.delete(number);
    const { pages, notes } = await imported(pdf.write(root));
    expect(pages).toHaveLength(2);
    expect(notes).toContainEqual({ kind: 'damaged', count: 1 });
  });

  it('is read as far as it can be when bytes are missing or wrong', async () => {
    const { bytes } = files.get('cross-reference tables')!;
    for (const broken of [...truncated(bytes, 12), ...damaged(bytes, 30)]) {
      const { refusal, pages } = await imported(broken);
      expect(refusal === undefined ? pages.length : refusal).toBeTruthy();
    }
  });
});
