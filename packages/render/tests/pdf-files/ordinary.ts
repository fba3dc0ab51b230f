// PDFs as programs write them, made by scripts; each with what an import makes of it.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import fontkit from '@pdf-lib/fontkit';
import type { PdfImportNote } from '@sello/contracts';
import { degrees, PDFDocument, PDFName, rgb, StandardFonts } from 'pdf-lib';
import { flatJpeg } from '../image-files.ts';
import { colors, paintedPng } from '../painted-png.ts';
import { RawPdf, streamBody } from './raw-pdf.ts';

export interface OrdinaryPdf {
  name: string;
  bytes: Uint8Array;
  /** Sizes of the imported pages in points; an error code when there are none. */
  pages: readonly (readonly [number, number])[] | string;
  notes?: readonly PdfImportNote['kind'][];
  /** A text that can be extracted from the first page. */
  text?: string;
  /** Whether the picture differs from that of the original: forms and hidden layers are left out. */
  isReduced?: true;
}

const face = readFileSync(
  fileURLToPath(import.meta.resolve('@expo-google-fonts/newsreader/400Regular/Newsreader_400Regular.ttf')),
);
const a4: readonly [number, number] = [595.28, 841.89];
const gold = rgb(0.7, 0.5, 0.1);

export async function letterhead(isSubset: boolean, pages = 1, isOpaque = false): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  pdf.registerFontkit(fontkit);
  const font = await pdf.embedFont(face, { subset: isSubset });
  const png = await pdf.embedPng(paintedPng(40, 40, (x) => (x < 20 ? colors.red : colors.blue)));
  for (let index = 0; index < pages; index += 1) {
    const page = pdf.addPage([...a4]);
    page.drawRectangle({ x: 30, y: 30, width: 535, height: 780, borderColor: gold, borderWidth: 3 });
    page.drawText(`Instituto Ñandú ${index + 1}`, { x: 60, y: 740, size: 28, font });
    page.drawImage(png, { x: 450, y: 700, width: 80, height: 80 });
    page.drawCircle({ x: 300, y: 200, size: 60, color: gold, opacity: isOpaque ? 1 : 0.4 });
  }
  return pdf;
}

async function turned(): Promise<Uint8Array> {
  const pdf = await letterhead(true, 4);
  for (const [index, page] of pdf.getPages().entries()) page.setRotation(degrees(index * 90));
  return pdf.save();
}

async function cropped(): Promise<Uint8Array> {
  const pdf = await letterhead(true, 2);
  const [first, second] = pdf.getPages();
  first?.setCropBox(40, 500, 400, 300);
  second?.setMediaBox(-100, -50, 700, 900);
  second?.setRotation(degrees(270));
  second?.setCropBox(-20, 0, 500, 700);
  return pdf.save();
}

async function standardFonts(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage([300, 200]).drawText('Not in the file', { x: 20, y: 100, font });
  return pdf.save();
}

async function active(): Promise<Uint8Array> {
  const pdf = await letterhead(true);
  const [page] = pdf.getPages();
  const form = pdf.getForm();
  const field = form.createTextField('name');
  field.addToPage(page!, { x: 60, y: 300, width: 200, height: 30 });
  field.setText('Filled');
  form.createCheckBox('agreed').addToPage(page!, { x: 60, y: 350, width: 20, height: 20 });
  pdf.addJavaScript('hello', 'app.alert("hello")');
  pdf.catalog.set(PDFName.of('OpenAction'), pdf.context.obj({ S: 'JavaScript', JS: 'app.beep()' }));
  await pdf.attach(Buffer.from('secret'), 'secret.txt', { mimeType: 'text/plain' });
  const note = { Type: 'Annot', Subtype: 'Text', Rect: [10, 10, 40, 40], Contents: 'Comment' };
  const link = {
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [60, 10, 90, 40],
    A: { S: 'URI', URI: 'https://example.org' },
  };
  for (const annotation of [note, link])
    page!.node.addAnnot(pdf.context.register(pdf.context.obj(annotation)));
  pdf.setSubject('Metadata of the original');
  return pdf.save();
}

/** Two layers, of which the second is hidden. */
function layered(): Buffer {
  const pdf = new RawPdf();
  const [shown, hidden] = [pdf.add('<</Type/OCG/Name(Shown)>>'), pdf.add('<</Type/OCG/Name(Hidden)>>')];
  const form = pdf.stream(
    '0 0 1 rg 200 100 60 60 re f',
    `/Type/XObject/Subtype/Form/BBox[0 0 300 200]/OC ${hidden} 0 R`,
  );
  const content =
    '/OC /A BDC 1 0 0 rg 20 20 60 60 re f EMC /OC /B BDC 0 1 0 rg 100 20 60 60 re f 0 0 m EMC /F Do ' +
    '/Span <</ActualText(x)>> BDC 0 0 0 rg 180 20 60 60 re f EMC';
  const root = pdf.pages(
    [content],
    `/Resources<</Properties<</A ${shown} 0 R/B ${hidden} 0 R>>/XObject<</F ${form} 0 R>>>>`,
    `/OCProperties<</OCGs[${shown} 0 R ${hidden} 0 R]/D<</OFF[${hidden} 0 R]>>>>`,
  );
  return pdf.write(root);
}

/** Colour spaces, shadings, patterns, soft masks, a Type 3 font, inline images, and filters. */
function painted(): Buffer {
  const pdf = new RawPdf();
  const tint = pdf.stream(
    '{dup 0.5 mul exch pop dup 0 exch 0.2}',
    '/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1 0 1]',
  );
  const ramp = pdf.add('<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>');
  const stitched = pdf.add(
    `<</FunctionType 3/Domain[0 1]/Functions[${ramp} 0 R ${ramp} 0 R]/Bounds[0.5]/Encode[0 1 1 0]>>`,
  );
  const axial = pdf.add(
    `<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 300 0]/Function ${stitched} 0 R/Extend[true true]>>`,
  );
  const radial = pdf.add(
    `<</ShadingType 3/ColorSpace/DeviceRGB/Coords[60 60 0 60 60 40]/Function ${ramp} 0 R>>`,
  );
  const shaded = pdf.add(`<</Type/Pattern/PatternType 2/Shading ${axial} 0 R>>`);
  const tile = pdf.stream(
    '1 0 0 rg 0 0 5 5 re f',
    '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>',
  );
  const mask = pdf.stream(
    '1 g 0 0 50 100 re f',
    '/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Group<</S/Transparency/CS/DeviceGray>>',
  );
  const glyph = pdf.stream('500 0 0 0 500 500 d1 0 0 500 500 re f');
  const type3 = pdf.add(
    `<</Type/Font/Subtype/Type3/FontBBox[0 0 500 500]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 65/LastChar 65/Widths[500]` +
      `/Encoding<</Differences[65/box]>>/CharProcs<</box ${glyph} 0 R>>/Resources<<>>>>`,
  );
  const samples = deflateSync(Buffer.from(Array.from({ length: 16 }, (_, index) => index % 4)));
  const indexed = pdf.stream(
    samples,
    '/Type/XObject/Subtype/Image/Width 4/Height 4/BitsPerComponent 8/Filter/FlateDecode' +
      '/ColorSpace[/Indexed/DeviceRGB 3<ff000000ff000000ffffff00>]',
  );
  // Two-dimensional coding of Group 4: each row is as the row above, all white; inverted it is black.
  const fax = pdf.stream(
    Buffer.from([0xff, 0xff, 0x00, 0x10, 0x01]),
    '/Type/XObject/Subtype/Image/Width 16/Height 16/BitsPerComponent 1/ColorSpace/DeviceGray/Decode[1 0]' +
      '/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 16/Rows 16>>',
  );
  const jpeg = pdf.stream(
    flatJpeg([200, 100, 150]),
    '/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode',
  );
  const content = `q /DeviceCMYK cs 1 0 0 0 sc 0 0 40 40 re f 0 1 0 0 k 40 0 40 40 re f Q
    /Spot cs 1 scn 80 0 40 40 re f /Lab cs 60 40 20 sc 120 0 40 40 re f
    /Pattern cs /Shaded scn 0 40 160 30 re f /Tile scn 160 0 140 70 re f /Radial sh
    q 1 0 0 1 180 90 cm /Masked gs 0 0 1 rg 0 0 100 100 re f Q
    /Multiply gs 1 1 0 rg 0 80 120 20 re f /Plain gs
    BT /T3 40 Tf 20 150 Td (AA) Tj ET
    q 30 0 0 30 100 150 cm /Indexed Do Q q 30 0 0 30 140 150 cm /Fax Do Q q 30 0 0 30 60 150 cm /Jpeg Do Q
    q 20 0 0 20 260 170 cm BI /W 2 /H 2 /CS /RGB /BPC 8 /F /AHx ID ff000000ff000000ffffffff> EI Q
    0 0 0 RG [4 2] 0 d 2 w 5 5 290 190 re S`;
  const root = pdf.pages(
    [content],
    `/Resources<</ColorSpace<</Spot[/Separation/Gold/DeviceCMYK ${tint} 0 R]/Lab[/Lab<</WhitePoint[.95 1 1.09]>>]>>` +
      `/Pattern<</Shaded ${shaded} 0 R/Tile ${tile} 0 R>>/Shading<</Radial ${radial} 0 R>>/Font<</T3 ${type3} 0 R>>` +
      `/ExtGState<</Masked<</SMask<</S/Luminosity/G ${mask} 0 R>>>>/Multiply<</BM/Multiply/ca .5>>/Plain<</BM/Normal/ca 1/SMask/None/OP true/TR/Identity>>>>` +
      `/XObject<</Indexed ${indexed} 0 R/Fax ${fax} 0 R/Jpeg ${jpeg} 0 R>>>>`,
  );
  return pdf.write(root);
}

/** A page whose content a later revision replaces. */
async function updated(): Promise<Buffer> {
  const pdf = new RawPdf();
  const root = pdf.pages(['1 0 0 rg 0 0 300 200 re f']);
  const first = pdf.write(root);
  const [content] = pdf.objects.keys();
  const body = Buffer.concat([
    Buffer.from(`${content} 0 obj\n`),
    streamBody('0 0 1 rg 50 50 100 100 re f'),
    Buffer.from('\nendobj\n'),
  ]);
  const offset = String(first.length).padStart(10, '0');
  const start = /startxref\n(\d+)/.exec(first.toString('latin1'))?.[1];
  const tail =
    `xref\n${content} 1\n${offset} 00000 n \ntrailer\n<</Size 9/Root ${root} 0 R/Prev ${start}>>\n` +
    `startxref\n${first.length + body.length}\n%%EOF\n`;
  return Buffer.concat([first, body, Buffer.from(tail)]);
}

/** A scan with recognized text below it. */
async function scanned(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([300, 200]);
  const png = await pdf.embedPng(paintedPng(30, 20, (x) => (x < 15 ? colors.red : colors.blue)));
  page.drawImage(png, { x: 0, y: 0, width: 300, height: 200 });
  page.setFont(font);
  const raw = pdf.context.register(pdf.context.stream('BT /F 12 Tf 3 Tr 20 20 Td (recognized) Tj ET'));
  page.node.addContentStream(raw);
  page.node.setFontDictionary(PDFName.of('F'), font.ref);
  return pdf.save();
}

const hasQpdf = spawnSync('qpdf', ['--version']).error === undefined;

function qpdf(bytes: Uint8Array, args: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'sello-qpdf-'));
  try {
    writeFileSync(join(folder, 'in.pdf'), bytes);
    execFileSync('qpdf', [...args, join(folder, 'in.pdf'), join(folder, 'out.pdf')], { stdio: 'pipe' });
    return readFileSync(join(folder, 'out.pdf'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function rewritten(bytes: Uint8Array): OrdinaryPdf[] {
  if (!hasQpdf) return [];
  const same = { pages: [a4], text: 'Instituto Ñandú 1' } as const;
  const encrypt = (bits: string, ...more: string[]) =>
    qpdf(bytes, ['--allow-weak-crypto', '--encrypt', '', 'owner', bits, ...more, '--']);
  return [
    { name: 'linearized', bytes: qpdf(bytes, ['--linearize']), ...same },
    { name: 'restricted with RC4, 40 bits', bytes: encrypt('40'), ...same },
    { name: 'restricted with RC4, 128 bits', bytes: encrypt('128', '--use-aes=n'), ...same },
    { name: 'restricted with AES, 128 bits', bytes: encrypt('128', '--use-aes=y'), ...same },
    { name: 'restricted with AES, 256 bits', bytes: encrypt('256'), ...same },
    {
      name: 'locked with a password',
      bytes: qpdf(bytes, ['--encrypt', 'user', 'owner', '256', '--']),
      pages: 'encrypted',
    },
  ];
}

export async function ordinaryPdfs(): Promise<OrdinaryPdf[]> {
  const [plain, whole] = [await letterhead(true), await letterhead(false)];
  const tables = await plain.save({ useObjectStreams: false });
  const small: readonly [number, number] = [300, 200];
  const turnedA4: readonly [number, number] = [a4[1], a4[0]];
  const text = 'Instituto Ñandú 1';
  return [
    { name: 'cross-reference tables', bytes: tables, pages: [a4], text },
    { name: 'opaque', bytes: await (await letterhead(true, 1, true)).save(), pages: [a4], text },
    { name: 'object streams', bytes: await plain.save(), pages: [a4], text },
    { name: 'a whole font', bytes: await whole.save(), pages: [a4], text },
    { name: 'turned pages', bytes: await turned(), pages: [a4, turnedA4, a4, turnedA4], text },
    {
      name: 'crop boxes',
      bytes: await cropped(),
      pages: [
        [400, 300],
        [700, 500],
      ],
    },
    {
      name: 'fonts that are not embedded',
      bytes: await standardFonts(),
      pages: 'fonts',
      notes: ['pages_without_fonts'],
    },
    {
      name: 'forms, scripts and attachments',
      bytes: await active(),
      ...{ pages: [a4], text, isReduced: true },
      notes: ['forms', 'scripts', 'annotations', 'links', 'attachments'],
    },
    { name: 'layers', bytes: layered(), pages: [small], notes: ['layers'] },
    {
      name: 'colours, patterns and images',
      bytes: painted(),
      pages: [small],
      notes: ['pages_not_archivable'],
    },
    { name: 'an incremental update', bytes: await updated(), pages: [small] },
    {
      name: 'a scan with invisible text',
      bytes: await scanned(),
      pages: [small],
      notes: ['invisible_texts'],
    },
    ...rewritten(tables),
  ];
}
