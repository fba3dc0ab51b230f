import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  builtInTemplates,
  catalogLocales,
  sampleValues,
  signatureImages,
  thumbnailPath,
} from '@sello/design';
import { compile, loadFonts, stamp } from '../src/index.ts';
import { paintedPng } from '../tests/painted-png.ts';
import { encodeIndexedPng } from './indexed-png.ts';

// Renders the thumbnails of the built-in templates with poppler's pdftoppm: node packages/render/scripts/thumbnails.ts
// [folder] [width in pixels]. Without arguments it updates the committed ones.
const [folder = fileURLToPath(new URL('../../design/', import.meta.url)), width = '640'] =
  process.argv.slice(2);

const holders: Record<string, string> = {
  'certificate-of-completion': 'Lucía Fernanda Quispe Mamani',
  'short-course': 'Beatriz Conceição Magalhães',
  attendance: 'Tomás Guimarães Nóbrega',
  diploma: 'Ana Sofía Villagómez Bermúdez',
  'honourable-mention': 'Ximena Alejandra Peñaloza',
  'university-diploma': 'Lucía Fernanda Quispe Mamani',
  'course-with-programme': 'Beatriz Conceição Magalhães',
  'language-level': 'Tomás Guimarães Nóbrega',
  'safety-training': 'Ana Sofía Villagómez',
  'volunteer-hours': 'Inés Carranza Rojas',
  'professional-licence': 'Mariana Acosta Figueira',
  'academic-transcript': 'Joaquín Andrade Ferreira',
  membership: 'Clara Montenegro Díaz',
  'conference-speaker': 'Teresa Valdivia Lins',
  'hackathon-award': 'Renata Oliveira Prado',
  recognition: 'Helena Castro Ibáñez',
};

/** A person in two shapes, in the colours of a studio photograph. */
const portrait = paintedPng(276, 348, (x, y) => {
  const isWithin = (cx: number, cy: number, rx: number, ry: number) =>
    ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1;
  if (isWithin(138, 132, 66, 46) && y < 138) return [58, 42, 38];
  if (isWithin(138, 146, 54, 68)) return [205, 155, 124];
  if (Math.abs(x - 138) < 23 && y > 190 && y < 252) return [190, 140, 110];
  if (isWithin(138, 352, 118, 118)) return [47, 84, 92];
  return [206 - (y >> 3), 216 - (y >> 4), 214 - (y >> 4)];
});

/** A signature of nobody. */
const signature = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 60"><path d="M6 44C20 8 30 6 28 30S22 52 40 40 56 18 60 30 ' +
    '58 50 74 40 88 22 92 34 100 46 116 36 140 20 174 30" fill="none" stroke="#23314f" stroke-width="2.4" ' +
    'stroke-linecap="round"/></svg>',
);
const images = new Map(Object.keys(signatureImages).map((name) => [name, signature]));

const fonts = await loadFonts();
const scratch = mkdtempSync(join(tmpdir(), 'sello-thumbnails-'));
const number = '7K3M9QXT2VHBC0RD8WJN5PZE4F';
for (const locale of catalogLocales) {
  for (const { key, design } of builtInTemplates(locale)) {
    const compiled = await compile(
      { id: key, design },
      { fonts, assets: { get: async (id) => Promise.reject(new Error(`no image ${id}`)) }, images },
    );
    const tenant = { name: 'Instituto Cordillera', publicName: 'Instituto Cordillera' };
    const verifyUrl = `https://certs.cordillera.example/verify/${number}`;
    const values = sampleValues(design, tenant, verifyUrl);
    const { tail } = await stamp(compiled, {
      ...values,
      student: {
        fullName: holders[key] ?? 'Ana Ruiz',
        ...{ idNumber: '70418821', startDate: '2026-03-03', endDate: '2026-10-30' },
        ...{ scoreNumeric: 9.1, scoreLetter: 'A-' },
      },
      certificate: { ...values.certificate, id: number },
      images: { 'student.photo': portrait },
    });
    const name = join(scratch, 'page');
    writeFileSync(`${name}.pdf`, Buffer.concat([compiled.prefix, tail]));
    execFileSync('pdftoppm', ['-scale-to-x', width, '-scale-to-y', '-1', '-singlefile', `${name}.pdf`, name]);
    const ppm = readFileSync(`${name}.ppm`);
    const [, wide, high] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.subarray(0, 40).toString('latin1'))!;
    const size = [Number(wide), Number(high)] as const;
    const rgb = ppm.subarray(ppm.length - size[0] * size[1] * 3);
    const path = join(folder, thumbnailPath(key, locale));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, encodeIndexedPng(rgb, ...size));
  }
}
rmSync(scratch, { recursive: true });
