import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInTemplates } from '@sello/design';
import { compile, loadFonts, stamp } from '../src/index.ts';

// Renders the thumbnails of the built-in templates with poppler's pdftoppm: node packages/render/scripts/thumbnails.ts
// [language] [folder] [width in pixels]. Without arguments it updates the committed ones.
const [
  language = 'en',
  folder = fileURLToPath(new URL('../../design/thumbnails/', import.meta.url)),
  width = '640',
] = process.argv.slice(2);

const holders: Record<string, string> = {
  'certificate-of-completion': 'Lucía Fernanda Quispe Mamani',
  'short-course': 'Beatriz Conceição Magalhães',
  attendance: 'Tomás Guimarães Nóbrega',
  diploma: 'Ana Sofía Villagómez Bermúdez',
  'honourable-mention': 'Ximena Alejandra Peñaloza',
};

const fonts = await loadFonts();
const scratch = mkdtempSync(join(tmpdir(), 'sello-thumbnails-'));
mkdirSync(folder, { recursive: true });
for (const { key, design } of builtInTemplates(language)) {
  const compiled = await compile(
    { id: key, design },
    { fonts, assets: { get: async (id) => Promise.reject(new Error(`no image ${id}`)) } },
  );
  const { tail } = await stamp(compiled, {
    student: {
      fullName: holders[key] ?? 'Ana Ruiz',
      startDate: '2026-03-03',
      endDate: '2026-10-30',
      scoreNumeric: 9.1,
      scoreLetter: 'A-',
    },
    custom: {},
    tenant: { name: 'Instituto Cordillera', publicName: 'Instituto Cordillera' },
    certificate: {
      id: '7K3M9QXT2VHBC0RD8WJN5PZE4F',
      issuedAt: new Date('2026-11-14T15:00:00Z'),
      verifyUrl: 'https://certs.cordillera.example/c/7K3M9QXT2VHBC0RD8WJN5PZE4F',
    },
  });
  const pdf = join(scratch, `${key}.pdf`);
  writeFileSync(pdf, Buffer.concat([compiled.prefix, tail]));
  execFileSync('pdftoppm', [
    '-png',
    '-scale-to-x',
    width,
    '-scale-to-y',
    '-1',
    '-singlefile',
    pdf,
    join(scratch, key),
  ]);
}
for (const file of readdirSync(scratch).filter((name) => name.endsWith('.png'))) {
  writeFileSync(join(folder, file), '');
  rmSync(join(folder, file));
  renameSync(join(scratch, file), join(folder, file));
}
rmSync(scratch, { recursive: true });
