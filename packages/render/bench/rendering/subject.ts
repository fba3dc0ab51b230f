import { crc32, deflateSync } from 'node:zlib';
import { defineDesign, plainText } from '@sello/design';
import type { StampRow } from '../../src/index.ts';

/**
 * The certificate that every renderer makes: A4, background, logo, two fonts, a QR code, eight texts, five of them
 * variable.
 */
export interface Subject {
  background: Buffer;
  logo: Buffer;
  texts: SubjectText[];
}

export interface SubjectText {
  x: number;
  /** Distance of the baseline from the top of the page, in points. */
  baseline: number;
  size: number;
  font: 'serif' | 'sans';
  /** A static text, or the field of a variable text. */
  content: string | { field: keyof VariableTexts };
}

export interface VariableTexts {
  name: string;
  dates: string;
  score: string;
  id: string;
  url: string;
}

export const page = { width: 841.89, height: 595.28 };
export const logoBox = { x: 60, y: 50, width: 90, height: 60 };
export const qrBox = { x: 690, y: 400, side: 90 };

export const texts: SubjectText[] = [
  { x: 160, baseline: 90, size: 20, font: 'serif', content: 'Instituto Cordillera' },
  { x: 60, baseline: 190, size: 24, font: 'serif', content: 'Certificate of completion' },
  { x: 60, baseline: 260, size: 44, font: 'serif', content: { field: 'name' } },
  { x: 60, baseline: 320, size: 26, font: 'serif', content: 'Hospital Pharmacy: Dispensing and Stewardship' },
  { x: 60, baseline: 350, size: 15, font: 'sans', content: { field: 'dates' } },
  { x: 60, baseline: 375, size: 15, font: 'sans', content: { field: 'score' } },
  { x: 560, baseline: 510, size: 10, font: 'sans', content: { field: 'id' } },
  { x: 560, baseline: 525, size: 8, font: 'sans', content: { field: 'url' } },
];

const given = [
  'Lucía',
  'Fernanda',
  'Beatriz',
  'Tomás',
  'Ana',
  'Sofía',
  'Ximena',
  'João',
  'Pedro',
  'María',
  'Íñigo',
  'Renata',
  'Caetano',
];
const family = [
  'Quispe',
  'Mamani',
  'Magalhães',
  'Nóbrega',
  'Villagómez',
  'Peñaloza',
  'Teixeira',
  'Ñahui',
  'Condori',
  'Simões',
  'Brandão',
  'Yáñez',
  'Ibarra',
  'Cárdenas',
];
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The row of one student, derived from the index: name, score and certificate id. */
export function rowOf(index: number): StampRow {
  let state = (index * 2_654_435_761 + 97) >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  const id = Array.from({ length: 26 }, () => alphabet[next() >>> 27]).join('');
  const pick = (from: readonly string[]) => from[(next() >>> 8) % from.length] as string;
  return {
    student: {
      fullName: `${pick(given)} ${pick(given)} ${pick(family)} ${pick(family)}`,
      startDate: '2026-03-03',
      endDate: `2026-10-${String(1 + (index % 30)).padStart(2, '0')}`,
      scoreNumeric: (index % 101) / 10,
    },
    custom: {},
    tenant: { name: 'Cordillera', publicName: 'Instituto Cordillera' },
    certificate: {
      id,
      issuedAt: new Date(Date.UTC(2026, 10, 14, 12, 0, index % 60)),
      issuedOn: '2026-11-14',
      verifyUrl: `https://certs.cordillera.example/c/${id}`,
    },
  };
}

/** The same texts for renderers without variables. */
export function textsOf(row: StampRow): VariableTexts {
  return {
    name: row.student.fullName,
    dates: `120 hours, from ${row.student.startDate} to ${row.student.endDate}`,
    score: `Final score ${row.student.scoreNumeric} out of 10`,
    id: row.certificate.id.replace(/(.{4})(?=.)/g, '$1 '),
    url: row.certificate.verifyUrl,
  };
}

const contents: Record<keyof VariableTexts, string> = {
  name: '{{student.fullName}}',
  dates: '120 hours, from {{student.startDate}} to {{student.endDate}}',
  score: 'Final score {{student.scoreNumeric}} out of 10',
  id: '{{certificate.id}}',
  url: '{{certificate.verifyUrl}}',
};

export function subjectDesign() {
  return defineDesign({
    version: 2,
    pages: [
      {
        id: 'page',
        ...page,
        background: { assetId: 'background' },
        elements: [
          { type: 'image', id: 'logo', source: { kind: 'asset', assetId: 'logo' }, ...logoBox },
          ...texts.map(({ x, baseline, size, font, content }, index) => ({
            type: 'text' as const,
            id: `text${index}`,
            x,
            y: baseline - size * 1.13 * 0.778,
            width: 700,
            height: size * 1.2,
            paragraphs: plainText(typeof content === 'string' ? content : contents[content.field]),
            fontFamily: font === 'serif' ? 'Newsreader' : 'Source Sans 3',
            fontSize: size,
            fit: 'shrink' as const,
            maxLines: 1,
          })),
          { type: 'qr', id: 'code', x: qrBox.x, y: qrBox.y, width: qrBox.side, height: qrBox.side },
        ],
      },
    ],
  });
}

/** A PNG of low-contrast noise, which compresses about as badly as a photo. */
export function noisePng(width: number, height: number, alpha: boolean): Buffer {
  const channels = alpha ? 4 : 3;
  const raw = Buffer.alloc(height * (1 + width * channels));
  let state = 12_345;
  for (let row = 0, at = 0; row < height; row += 1) {
    at += 1;
    for (let column = 0; column < width * channels; column += 1, at += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      raw[at] = 224 + (state >>> 28);
    }
  }
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, alpha ? 6 : 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Sizes of the images in pixels; the PNGs have about 200 and 55 KB. */
export const pictures = { background: { width: 352, height: 352 }, logo: { width: 160, height: 160 } };

/** The certificate of all rendering benches. */
export const subject: Subject = {
  background: noisePng(pictures.background.width, pictures.background.height, false),
  logo: noisePng(pictures.logo.width, pictures.logo.height, true),
  texts,
};
