// PDFs that try to take memory, time, or the reader itself, made by scripts.
import { deflateSync } from 'node:zlib';
import { RawPdf, streamBody } from './raw-pdf.ts';

const squares = (count: number) => '0 0 9 9 re f '.repeat(count);
const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes), { level: 9 });

/** Each is made when it is needed, because some are large. */
export const hostilePdfs: Readonly<Record<string, () => Buffer>> = {
  'an empty file': () => Buffer.alloc(0),
  'a header alone': () => Buffer.from('%PDF-1.7\n'),
  'another kind of file': () => Buffer.from('<!DOCTYPE html><p>%PDF? no</p>'),
  'noise after a header': () => {
    let state = 1;
    const noise = Buffer.alloc(200_000);
    for (let at = 0; at < noise.length; at += 1) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      noise[at] = state >> 16;
    }
    return Buffer.concat([Buffer.from('%PDF-1.7\n'), noise]);
  },
  'content that inflates to 512 MB': () => {
    const pdf = new RawPdf();
    const root = pdf.pages(['']);
    pdf.set(2, streamBody(zeros(512 * 1024 * 1024), '/Filter/FlateDecode'));
    return pdf.write(root);
  },
  'nested Flate filters': () => {
    const pdf = new RawPdf();
    const root = pdf.pages(['']);
    const nested = deflateSync(deflateSync(zeros(100_000_000)));
    pdf.set(2, streamBody(nested, `/Filter[${'/FlateDecode'.repeat(3)}]`));
    return pdf.write(root);
  },
  'a hundred filters': () => {
    const pdf = new RawPdf();
    const root = pdf.pages(['']);
    pdf.set(2, streamBody('00', `/Filter[${'/ASCIIHexDecode'.repeat(100)}]`));
    return pdf.write(root);
  },
  'an image of 100,000 × 100,000 pixels': () => withImage('/Width 100000/Height 100000', zeros(1_000)),
  'an image that inflates to 400 MB': () => withImage('/Width 10/Height 10', zeros(400_000_000)),
  'an image with a wild predictor': () =>
    withImage('/Width 10/Height 10/DecodeParms<</Predictor 15/Columns 2147483647/Colors 32>>', zeros(1_000)),
  'a page tree that contains itself': () => {
    const pdf = new RawPdf();
    const tree = pdf.reserve();
    pdf.set(tree, `<</Type/Pages/Kids[${tree} 0 R ${tree} 0 R]/Parent ${tree} 0 R/Count 9>>`);
    return pdf.write(pdf.add(`<</Type/Catalog/Pages ${tree} 0 R>>`));
  },
  'a page tree of 100,000 pages': () => {
    const pdf = new RawPdf();
    const tree = pdf.reserve();
    const kids = Array.from({ length: 100_000 }, () => pdf.add(`<</Type/Page/Parent ${tree} 0 R>>`));
    pdf.set(tree, `<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`);
    return pdf.write(pdf.add(`<</Type/Catalog/Pages ${tree} 0 R>>`));
  },
  'a page tree 50,000 deep': () => {
    const pdf = new RawPdf();
    const root = pdf.add('<</Type/Catalog/Pages 2 0 R>>');
    for (let depth = 2; depth < 50_000; depth += 1) pdf.add(`<</Type/Pages/Kids[${depth + 1} 0 R]>>`);
    pdf.add('<</Type/Page>>');
    return pdf.write(root);
  },
  'resources that refer to themselves': () => {
    const pdf = new RawPdf();
    const resources = pdf.reserve();
    pdf.set(
      resources,
      `<</XObject ${resources} 0 R/Font ${resources} 0 R/ColorSpace ${resources} 0 R/A ${resources} 0 R>>`,
    );
    return pdf.write(pdf.pages(['/A Do /Font 9 Tf BT (x) Tj ET /A cs'], `/Resources ${resources} 0 R`));
  },
  'a form that shows itself': () => {
    const pdf = new RawPdf();
    const form = pdf.reserve();
    pdf.set(
      form,
      streamBody(
        '/F Do 0 0 9 9 re f',
        `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F ${form} 0 R>>>>`,
      ),
    );
    return pdf.write(pdf.pages(['/F Do'], `/Resources<</XObject<</F ${form} 0 R>>>>`));
  },
  'forms that show each other a billion times': () => {
    const pdf = new RawPdf();
    let inner = pdf.stream(squares(1), '/Type/XObject/Subtype/Form/BBox[0 0 300 200]');
    for (let level = 0; level < 15; level += 1) {
      inner = pdf.stream(
        '/F Do '.repeat(10),
        `/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<</XObject<</F ${inner} 0 R>>>>`,
      );
    }
    return pdf.write(pdf.pages(['/F Do'], `/Resources<</XObject<</F ${inner} 0 R>>>>`));
  },
  'forms nested 500 deep': () => {
    const pdf = new RawPdf();
    let inner = pdf.stream(squares(1), '/Type/XObject/Subtype/Form/BBox[0 0 300 200]');
    for (let level = 0; level < 500; level += 1) {
      inner = pdf.stream(
        '/F Do',
        `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F ${inner} 0 R>>>>`,
      );
    }
    return pdf.write(pdf.pages(['/F Do'], `/Resources<</XObject<</F ${inner} 0 R>>>>`));
  },
  'streams without lengths': () => {
    const pdf = new RawPdf();
    const root = pdf.pages(['']);
    pdf.set(2, Buffer.from(`<<>>\nstream\n${squares(10)}\nendstream`));
    return pdf.write(root);
  },
  'a length that is the stream itself': () => {
    const pdf = new RawPdf();
    const root = pdf.pages(['']);
    pdf.set(2, Buffer.from(`<</Length 2 0 R>>\nstream\n${squares(10)}\nendstream`));
    return pdf.write(root);
  },
  '20,000 streams without an end': () => {
    const pdf = new RawPdf();
    const streams = Array.from({ length: 20_000 }, () => pdf.add(Buffer.from('<<>>\nstream\n0 0 9 9 re f')));
    const root = pdf.pages([''], `/Contents[${streams.map((number) => `${number} 0 R`).join(' ')}]`);
    return pdf.write(root);
  },
  'a wild offset of the cross-reference': () => small({ startXref: 99_999_999 }),
  'a cross-reference that leads to itself': () => small({ trailer: '/Prev 0/XRefStm 9' }),
  'no cross-reference': () => small({ end: '' }),
  'a million entries in the cross-reference': () =>
    small({
      end: `xref\n0 1000000\n${'0000000009 00000 n \n'.repeat(700_000)}trailer\n<</Root 4 0 R>>\nstartxref\n300\n%%EOF`,
    }),
  'a million objects': () => {
    const objects = Array.from({ length: 1_000_000 }, (_, index) => `${index + 1} 0 obj 1 endobj\n`).join('');
    return Buffer.from(`%PDF-1.7\n${objects.slice(0, 19_000_000)}`);
  },
  'an object stream that contains itself': () => {
    const pdf = new RawPdf();
    const root = pdf.pages([squares(1)]);
    pdf.add(streamBody('5 0 5 0', '/Type/ObjStm/N 5/First 0/Extends 5 0 R'));
    return pdf.write(root, { end: 'startxref\n0\n%%EOF' });
  },
  'arrays nested 100,000 deep': () => {
    const pdf = new RawPdf();
    return pdf.write(
      pdf.pages([squares(1)], `/Resources<</A ${'['.repeat(100_000)}${']'.repeat(100_000)}>>`),
    );
  },
  'operands nested 100,000 deep': () => small({}, `${'<</A['.repeat(100_000)} BDC`),
  'a million graphics states': () => small({}, 'q '.repeat(1_000_000)),
  'a million restored states': () => small({}, `${'Q '.repeat(1_000_000)}${squares(1)}`),
  'a string that never ends': () => small({}, `BT (${'('.repeat(1_000_000)}`),
  'five million operators': () => small({}, 'n '.repeat(5_000_000)),
  'a huge array of texts': () => small({}, `BT [${'(a) 5 '.repeat(1_000_000)}] TJ ET`),
  'a giant page': () => pageWith('/MediaBox[0 0 1e30 1e30]'),
  'a page of a million points': () => pageWith('/MediaBox[0 0 1000000 1000000]'),
  'a page that is a line': () => pageWith('/MediaBox[0 0 100000 1]'),
  'a page of nothing': () => pageWith('/MediaBox[0 0 0 0]/Rotate 45/UserUnit -1'),
  'numbers that are none': () =>
    pageWith('/MediaBox[nan --5 1.2.3 1e999]', 'NaN 1e400 --- 0 0 . + - re f 1 0 0 1 inf 0 cm'),
  'a huge inline image': () =>
    small({}, `BI /W 20000 /H 20000 /CS /RGB /BPC 8 ID ${'x'.repeat(1_000_000)} EI ${squares(1)}`),
  '50,000 inline images': () => small({}, 'BI /W 1 /H 1 /CS /G /BPC 8 ID x EI '.repeat(50_000)),
  'an inline image that never ends': () =>
    small({}, `BI /W 1 /H 1 /CS /G /BPC 8 /F /Fl ID ${'EI'.repeat(500_000)}`),
  'a tiling pattern of tiny steps': () => {
    const pdf = new RawPdf();
    const tile = pdf.stream(
      '0 0 1 1 re f',
      '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 100 100]/XStep 0.0001/YStep 0.0001/Resources<<>>',
    );
    return pdf.write(
      pdf.pages(['/Pattern cs /P scn 0 0 300 200 re f'], `/Resources<</Pattern<</P ${tile} 0 R>>>>`),
    );
  },
  'a pattern that paints itself': () => {
    const pdf = new RawPdf();
    const tile = pdf.reserve();
    pdf.set(
      tile,
      streamBody(
        '/Pattern cs /P scn 0 0 9 9 re f',
        `/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</Pattern<</P ${tile} 0 R>>>>`,
      ),
    );
    return pdf.write(
      pdf.pages(['/Pattern cs /P scn 0 0 300 200 re f'], `/Resources<</Pattern<</P ${tile} 0 R>>>>`),
    );
  },
  'a Type 3 font of its own glyphs': () => {
    const pdf = new RawPdf();
    const font = pdf.reserve();
    const glyph = pdf.stream('500 0 d0 BT /F 1 Tf (A) Tj ET');
    pdf.set(
      font,
      `<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar 65/Widths[9]` +
        `/Encoding<</Differences[65/a]>>/CharProcs<</a ${glyph} 0 R>>/Resources<</Font<</F ${font} 0 R>>>>>>`,
    );
    return pdf.write(pdf.pages(['BT /F 9 Tf (AAAA) Tj ET'], `/Resources<</Font<</F ${font} 0 R>>>>`));
  },
  'functions of functions': () => {
    const pdf = new RawPdf();
    const own = pdf.reserve();
    pdf.set(
      own,
      `<</FunctionType 3/Domain[0 1]/Functions[${`${own} 0 R `.repeat(200)}]/Bounds[]/Encode[0 1]>>`,
    );
    const shading = pdf.add(`<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 9 9]/Function ${own} 0 R>>`);
    return pdf.write(pdf.pages(['/S sh'], `/Resources<</Shading<</S ${shading} 0 R>>>>`));
  },
  'colour spaces of colour spaces': () => {
    const pdf = new RawPdf();
    const own = pdf.reserve();
    pdf.set(own, `[/Indexed ${own} 0 R 255 (x)]`);
    return pdf.write(pdf.pages(['/C cs 1 sc 0 0 9 9 re f'], `/Resources<</ColorSpace<</C ${own} 0 R>>>>`));
  },
  'a calculator that never ends': () => {
    const pdf = new RawPdf();
    const program = pdf.stream(`{${'{'.repeat(10_000)}`, '/FunctionType 4/Domain[0 1]/Range[0 1]');
    const shading = pdf.add(
      `<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function ${program} 0 R>>`,
    );
    return pdf.write(pdf.pages(['/S sh'], `/Resources<</Shading<</S ${shading} 0 R>>>>`));
  },
  'a damaged font': () => {
    const pdf = new RawPdf();
    const program = pdf.stream(
      Buffer.concat([Buffer.from([0, 1, 0, 0, 0xff, 0xff]), Buffer.alloc(2_000, 0xff)]),
    );
    const descriptor = pdf.add(`<</Type/FontDescriptor/FontName/X/Flags 32/FontFile2 ${program} 0 R>>`);
    const font = pdf.add(
      `<</Type/Font/Subtype/TrueType/BaseFont/X/FirstChar 0/LastChar 255/Widths[500]/Encoding/WinAnsiEncoding/FontDescriptor ${descriptor} 0 R>>`,
    );
    return pdf.write(
      pdf.pages(['BT /F 20 Tf 20 20 Td (Text) Tj ET'], `/Resources<</Font<</F ${font} 0 R>>>>`),
    );
  },
  'form fields nested in themselves': () => {
    const pdf = new RawPdf();
    const field = pdf.reserve();
    pdf.set(
      field,
      `<</T(a)/FT/Tx/Kids[${field} 0 R ${field} 0 R]/AA<</K<</S/JavaScript/Next ${field} 0 R>>>>>>`,
    );
    return pdf.write(pdf.pages([squares(1)], '', `/AcroForm<</Fields[${field} 0 R]>>`));
  },
  'an encryption without keys': () =>
    small({ trailer: '/Encrypt<</Filter/Standard/V 5/R 6/U()/UE()/O()/OE()>>' }),
  'an unknown encryption': () => small({ trailer: '/Encrypt<</Filter/Other/V 9>>' }),
};

/** Files that end early, at several places. */
export function truncated(bytes: Uint8Array, count: number): Buffer[] {
  return Array.from({ length: count }, (_, index) =>
    Buffer.from(bytes.subarray(0, Math.floor((bytes.length * (index + 1)) / (count + 1)))),
  );
}

/** Copies with some bytes changed, the same for the same seed. */
export function damaged(bytes: Uint8Array, count: number, seed = 1): Buffer[] {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  return Array.from({ length: count }, () => {
    const copy = Buffer.from(bytes);
    for (let changes = 1 + random(40); changes > 0; changes -= 1) copy[random(copy.length)] = random(256);
    return copy;
  });
}

function small(options: Parameters<RawPdf['write']>[1], content = squares(1)): Buffer {
  const pdf = new RawPdf();
  return pdf.write(pdf.pages([content]), options);
}

function pageWith(entries: string, content = squares(1)): Buffer {
  const pdf = new RawPdf();
  const tree = pdf.reserve();
  const stream = pdf.stream(content);
  const page = pdf.add(`<</Type/Page/Parent ${tree} 0 R/Contents ${stream} 0 R${entries}>>`);
  pdf.set(tree, `<</Type/Pages/Kids[${page} 0 R]/Count 1>>`);
  return pdf.write(pdf.add(`<</Type/Catalog/Pages ${tree} 0 R>>`));
}

function withImage(entries: string, data: Buffer): Buffer {
  const pdf = new RawPdf();
  const image = pdf.stream(
    data,
    `/Type/XObject/Subtype/Image/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode${entries}`,
  );
  return pdf.write(pdf.pages(['100 0 0 100 0 0 cm /I Do'], `/Resources<</XObject<</I ${image} 0 R>>>>`));
}
