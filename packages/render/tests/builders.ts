import type { Design, DesignElementInput, DesignInput } from '@sello/contracts';
import { defineDesign, plainText, sampleValues } from '@sello/design';
import {
  type AssetSource,
  type CompiledTemplate,
  type CompileOptions,
  compile,
  type FontLibrary,
  loadFonts,
  type StampRow,
  stamp,
} from '../src/index.ts';

let library: Promise<FontLibrary> | undefined;
/** The bundled fonts, loaded once per test file. */
export function bundledFonts(): Promise<FontLibrary> {
  library ??= loadFonts();
  return library;
}

type RowOverrides = Partial<Omit<StampRow, 'student'>> & { student?: Partial<StampRow['student']> };

export function buildRow({ student, ...overrides }: RowOverrides = {}): StampRow {
  return {
    student: {
      fullName: 'Lucía Fernanda Quispe Mamani',
      idNumber: '70418821',
      country: 'Peru',
      startDate: '2026-03-03',
      endDate: '2026-10-30',
      scoreNumeric: 9.1,
      scoreLetter: 'A-',
      ...student,
    },
    custom: {},
    tenant: { name: 'cordillera', publicName: 'Instituto Cordillera' },
    certificate: {
      id: '7K3M9QXT2VHBC0RD8WJN5PZE4F',
      issuedAt: new Date('2026-11-14T15:00:00Z'),
      issuedOn: '2026-11-14',
      verifyUrl: 'https://sello.example/c/7K3M9QXT2VHBC0RD8WJN5PZE4F',
    },
    ...overrides,
  };
}

/** A row with the design's samples for the variables of its own. */
export function buildSampleRow(design: Design, overrides: RowOverrides = {}): StampRow {
  const { custom, batch } = sampleValues(design, { name: '', publicName: '' }, '');
  return buildRow({ custom, ...(batch && { batch }), ...overrides });
}

type TextInput = Extract<DesignElementInput, { type: 'text' }>;
let count = 0;

export function buildText(content: string, overrides: Partial<TextInput> = {}): TextInput {
  count += 1;
  return {
    type: 'text',
    id: `text${count}`,
    x: 20,
    y: 20,
    width: 360,
    height: 60,
    paragraphs: plainText(content),
    fontFamily: 'Newsreader',
    fontSize: 24,
    ...overrides,
  };
}

/** A design of one page of 400 × 300 points. */
export function buildDesign(elements: DesignElementInput[], overrides: Partial<DesignInput> = {}): Design {
  return defineDesign({
    version: 2,
    pages: [{ id: 'page', width: 400, height: 300, elements }],
    ...overrides,
  });
}

/** An asset source with these images by id; it rejects other ids. */
function assetsFrom(images: Record<string, Uint8Array> = {}): AssetSource {
  return {
    async get(id) {
      const image = images[id];
      if (!image) throw new Error(`no image ${id}`);
      return image;
    },
  };
}

export async function compileDesign(
  design: Design,
  options: {
    fonts?: FontLibrary;
    images?: Record<string, Uint8Array>;
    identification?: CompileOptions['identification'];
    isSpecimen?: boolean;
  } = {},
): Promise<CompiledTemplate> {
  const fonts = options.fonts ?? (await bundledFonts());
  const { identification, isSpecimen } = options;
  return compile(
    { id: 'revision', design },
    { fonts, assets: assetsFrom(options.images), isSpecimen, ...(identification && { identification }) },
  );
}

/** The complete PDF of one certificate. */
export async function certificateOf(
  compiled: CompiledTemplate,
  row: StampRow = buildRow(),
  signing?: Parameters<typeof stamp>[2],
): Promise<Buffer> {
  const { tail } = await stamp(compiled, row, signing);
  return Buffer.concat([compiled.prefix, tail]);
}
