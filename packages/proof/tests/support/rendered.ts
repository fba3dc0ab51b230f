// Certificates as Sello makes them: a random design, compiled and stamped by `render`, signed by `createSigner`.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { SigningAlgorithm } from '@sello/contracts';
import { defineDesign, plainText } from '@sello/design';
import { compile, type FontLibrary, loadFonts, type StampRow, stamp } from '@sello/render';
import { createSigner, type SigningMaterial } from '../../src/index.ts';
import { buildFields, buildMaterial } from './material.ts';
import type { Random } from './random.ts';

/** A name and a sentence in each script; the last two need fonts that an operator adds. */
const scripts = {
  latin: { family: 'Newsreader', name: 'Łucja Brandão Núñez-Ørsted', line: 'Curso de cerâmica, nível dois' },
  vietnamese: {
    family: 'Source Serif 4',
    name: 'Nguyễn Thị Ngọc Ánh',
    line: 'Chứng nhận hoàn thành khóa học',
  },
  greek: { family: 'Source Sans 3', name: 'Ελευθερία Παπαδοπούλου', line: 'Βεβαίωση παρακολούθησης' },
  cyrillic: {
    family: 'Source Sans 3',
    name: 'Екатерина Журавлёва-Ющенко',
    line: 'Свидетельство об окончании',
  },
  arabic: { family: 'Noto Naskh Arabic', name: 'فاطمة الزهراء', line: 'شهادة إتمام' },
  japanese: { family: 'Yusei Magic', name: '山田花子', line: '修了証書' },
} as const;

export type Script = keyof typeof scripts;
const scriptNames = Object.keys(scripts) as Script[];

/** The bundled fonts and an operator's folder with an Arabic and a Japanese one. */
export async function fontsOfSixScripts(): Promise<FontLibrary> {
  const { resolve } = createRequire(import.meta.url);
  const folder = mkdtempSync(join(tmpdir(), 'sello-fonts-'));
  for (const name of ['noto-naskh-arabic', 'yusei-magic']) {
    const home = dirname(resolve(`@expo-google-fonts/${name}/package.json`));
    for (const path of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
      if (path.endsWith('Regular.ttf'))
        copyFileSync(join(home, path), join(folder, path.replaceAll('/', '-')));
    }
  }
  const fonts = await loadFonts({ folder });
  // Font files are opened lazily, when a character first needs them.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return fonts;
}

function noise(random: Random, side: number): Buffer {
  const rows = Array.from({ length: side }, () => Buffer.concat([Buffer.from([0]), random.bytes(side * 3)]));
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function randomDesign(random: Random, pages: number, script: Script) {
  const { family, line } = scripts[script];
  const box = () => ({ x: random.between(10, 200), y: random.between(10, 300), width: 320, height: 60 });
  const color = () => `#${random.between(0, 0xffffff).toString(16).padStart(6, '0')}`;
  return defineDesign({
    version: 2,
    locale: random.pick(['en', 'es', 'pt-BR']),
    pages: Array.from({ length: pages }, (_, page) => ({
      id: `p${page}`,
      width: random.between(400, 900),
      height: random.between(400, 900),
      background: { color: color(), assetId: random.next() < 0.5 ? 'noise' : null },
      elements: [
        {
          type: 'text' as const,
          id: `n${page}`,
          ...box(),
          paragraphs: plainText('{{student.fullName}}'),
          fontFamily: family,
          fontSize: 22,
          fit: 'shrink' as const,
        },
        {
          type: 'text' as const,
          id: `l${page}`,
          ...box(),
          paragraphs: plainText(line),
          fontFamily: family,
          fontSize: 14,
        },
        {
          type: 'text' as const,
          id: `i${page}`,
          ...box(),
          paragraphs: plainText('{{certificate.id}}'),
          fontFamily: 'Source Sans 3',
          fontSize: 9,
        },
        {
          type: 'rectangle' as const,
          id: `r${page}`,
          ...box(),
          fill: color(),
          opacity: random.next(),
          cornerRadius: 9,
        },
        { type: 'ellipse' as const, id: `e${page}`, ...box(), stroke: color() },
        ...(random.next() < 0.6
          ? [
              {
                type: 'image' as const,
                id: `m${page}`,
                ...box(),
                source: { kind: 'asset' as const, assetId: 'noise' },
              },
            ]
          : []),
        { type: 'qr' as const, id: `q${page}`, x: 30, y: 300, width: 80, height: 80 },
      ],
    })),
  });
}

function buildRow(random: Random, script: Script): StampRow {
  const id = random.bytes(13).toString('hex').toUpperCase();
  return {
    student: {
      fullName: scripts[script].name,
      startDate: '2026-03-02',
      endDate: '2026-10-30',
      scoreNumeric: 9.5,
    },
    custom: {},
    tenant: { name: 'Taller', publicName: 'Taller Ñandú' },
    certificate: {
      ...{ id, issuedAt: new Date(), issuedOn: '2026-10-30' },
      verifyUrl: `https://verify.example/c/${id}`,
    },
  };
}

export interface Rendered {
  pdf: Buffer;
  sha256: string;
  material: SigningMaterial;
  what: string;
}

/** The nth certificate of a run: it cycles through scripts and key sizes; the rest is random. */
export async function renderedCertificate(
  fonts: FontLibrary,
  random: Random,
  nth: number,
  timestampUrl?: string,
): Promise<Rendered> {
  const script = scriptNames[nth % scriptNames.length] ?? 'latin';
  const algorithm: SigningAlgorithm =
    Math.floor(nth / scriptNames.length) % 2 === 0 ? 'rsa-2048' : 'rsa-4096';
  const pages = random.between(1, 5);
  const image = noise(random, random.between(4, 60));
  const compiled = await compile(
    { id: `revision-${nth}`, design: randomDesign(random, pages, script) },
    { fonts, assets: { get: async () => image } },
  );
  const material = await buildMaterial(algorithm);
  const signer = createSigner({ id: 'signer', material, timestampUrl });
  const { tail, sha256 } = await stamp(compiled, buildRow(random, script), { signer, fields: buildFields() });
  const what = `number ${nth}: ${script}, ${algorithm}, pages: ${pages}`;
  return { pdf: Buffer.concat([compiled.prefix, tail]), sha256, material, what };
}
