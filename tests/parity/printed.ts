import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Signer } from '@sello/contracts';
import { inSealColor, organizationImages } from '@sello/design';
import { compile, type FontLibrary, stamp } from '@sello/render';
import type { Pixels } from '../../web/scripts/canvas/ink.ts';
import type { Subject } from './server.ts';

const run = promisify(execFile);
const most = 1024 ** 3;

/** What is printed of a signature does not depend on its bytes. */
const signer: Signer = {
  ...{ id: 'parity', algorithm: 'rsa-2048', signatureSize: 40 },
  sign: async (digest) => Uint8Array.from(digest),
};

/** The certificate of a subject, signed if its values are those of a signed one. */
export async function printedPdf(
  { design, values, sealColor }: Subject,
  fonts: FontLibrary,
  images: Readonly<Record<string, { bytes: Uint8Array }>>,
): Promise<Buffer> {
  const own = organizationImages.flatMap((name): [string, Uint8Array][] => {
    const image = images[name];
    return image ? [[name, image.bytes]] : [];
  });
  const compiled = await compile(
    { id: 'parity', design: inSealColor(design, sealColor) },
    {
      fonts,
      assets: {
        async get(id) {
          const image = images[id];
          if (!image) throw new Error(`no image ${id}`);
          return image.bytes;
        },
      },
      images: new Map(own),
    },
  );
  const { signature, ...row } = values;
  const signing = signature && { signer, fields: { ...signature, contactInfo: '' } };
  const { tail } = await stamp(compiled, row, signing);
  return Buffer.concat([compiled.prefix, tail]);
}

async function withFile<T>(pdf: Uint8Array, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-parity-'));
  try {
    const path = join(folder, 'certificate.pdf');
    await writeFile(path, pdf);
    return await use(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The pages as Poppler paints them, `scale` pixels per point. */
export function pagesOf(pdf: Uint8Array, scale: number): Promise<Pixels[]> {
  return withFile(pdf, async (path) => {
    const { stdout } = await run('pdftoppm', ['-r', String(72 * scale), path], {
      ...{ encoding: 'buffer', maxBuffer: most },
    });
    return readPixmaps(stdout);
  });
}

/** Portable pixmaps (P6, 8 bits) one after the other. */
function readPixmaps(bytes: Buffer): Pixels[] {
  const pages: Pixels[] = [];
  for (let at = 0; at < bytes.length; ) {
    const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', at, at + 64));
    if (!head) throw new RangeError('not a pixmap');
    const [width, height] = [Number(head[1]), Number(head[2])];
    // Four bytes at once, the red one first: little-endian, as every machine that runs this.
    const pixels = new Uint32Array(width * height);
    let from = at + head[0].length;
    for (let to = 0; to < pixels.length; to += 1, from += 3)
      pixels[to] = 0xff_00_00_00 | (bytes[from + 2]! << 16) | (bytes[from + 1]! << 8) | bytes[from]!;
    pages.push({ width, height, rgba: new Uint8Array(pixels.buffer) });
    at = from;
  }
  return pages;
}

export interface PrintedWord {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The words of each page with their boxes in points, as pdftotext finds them. */
export function wordsOf(pdf: Uint8Array): Promise<PrintedWord[][]> {
  return withFile(pdf, async (path) => {
    const { stdout } = await run('pdftotext', ['-bbox', path, '-'], { maxBuffer: most });
    return stdout
      .split('<page ')
      .slice(1)
      .map((page) =>
        [...page.matchAll(/<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g)].map(
          ([, left, top, right, bottom, text]) => ({
            text: unescaped(text as string),
            ...{ left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) },
          }),
        ),
      );
  });
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text: string) =>
  text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);
