import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { batchesApi, certificatesApi } from '@sello/contracts';
import { hostileImages } from '../../../packages/render/tests/image-corpus/hostile.ts';
import { hostilePdfs } from '../../../packages/render/tests/pdf-files/hostile.ts';
import type { Attack, Size } from '../attack.ts';
import { figuresOf, measureDuring } from '../honest-requests.ts';
import type { AbuseStack, Organization } from '../stack.ts';
import { buildStudent } from './whole-lists.ts';

/** A file or a design that somebody imports, and the call that takes it. */
interface Import {
  path: string;
  /** Its field in the form; null = the body is JSON. */
  field: string | null;
  bytes: Uint8Array;
  more?: Record<string, string>;
}

const fontFile = createRequire(import.meta.url).resolve(
  '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
);
const woff2 = readFileSync(fontFile);
/** The first bytes are those of a font; its tables lie outside of it, or its sizes are those of another file. */
const fonts: Readonly<Record<string, () => Uint8Array>> = {
  'a WOFF2 of half a file': () => woff2.subarray(0, woff2.length / 2),
  'a WOFF2 that says 4 GB': () =>
    Buffer.concat([woff2.subarray(0, 16), Buffer.alloc(8, 0xff), woff2.subarray(24)]),
  'a TrueType font of 4,000 tables': () => {
    const sfnt = Buffer.alloc(12 + 4_000 * 16, 0xff);
    sfnt.writeUInt32BE(0x00010000, 0);
    sfnt.writeUInt16BE(4_000, 4);
    return sfnt;
  },
};

const element = (id: string, more: object) => ({
  ...{ type: 'rectangle', id, x: 0, y: 0, width: 10, height: 10, ...more },
});
const designOf = (elements: readonly object[]): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      ...{ name: 'Imported', version: 2, variables: [] },
      pages: [{ id: 'p', width: 842, height: 595, elements }],
    }),
  );
const nested = (depth: number): object =>
  depth === 0 ? element('leaf', {}) : element(`g${depth}`, { type: 'group', elements: [nested(depth - 1)] });
const path = (letters: number) => ({
  type: 'path',
  viewBox: [0, 0, 9, 9],
  d: `M0 0${'L1 1'.repeat(letters / 4)}`,
});
/** Designs as the editor sends them when it has imported a file of JSON. */
const designs: Readonly<Record<string, () => Uint8Array>> = {
  'a path of 3.8 MB': () => designOf([element('a', path(3_800_000))]),
  'groups nested 900 deep': () => designOf([nested(900)]),
  '30,000 elements': () => designOf(Array.from({ length: 30_000 }, (_, index) => element(`e${index}`, {}))),
  'an array nested a million deep': () => Buffer.from('['.repeat(1_000_000)),
};
const vectors: Readonly<Record<string, () => Uint8Array>> = {
  'an SVG nested 100,000 deep': () => Buffer.from(svg('<g>'.repeat(100_000))),
  'an SVG of a million shapes': () => Buffer.from(svg('<path d="M0 0h9"/>'.repeat(1_000_000))),
  'an SVG of entities in entities': () =>
    Buffer.from(
      `<!DOCTYPE svg [<!ENTITY a0 "a">${Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]>${svg('<text>&a30;</text>')}`,
    ),
};
const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`;

/** Of the sample: what takes long to read and not to make. */
const ofSample =
  /^(a page tree 50,000 deep|forms that show each other|a JPEG with 150,000 empty scans|an SVG nested|groups nested|a path of 3.8 MB|a TrueType font)/;

function importsOf(size: Size): Import[] {
  const of = (files: Readonly<Record<string, () => Uint8Array>>, rest: Omit<Import, 'bytes'>): Import[] =>
    Object.entries(files)
      .filter(([name]) => size === 'full' || ofSample.test(name))
      .map(([, make]) => ({ ...rest, bytes: make() }));
  return [
    ...of(hostilePdfs, { path: '/api/assets?fn=import-pdf', field: 'pdf' }),
    ...of({ ...hostileImages, ...vectors }, { path: '/api/assets?fn=upload', field: 'image' }),
    ...of(fonts, { path: '/api/fonts?fn=upload', field: 'font', more: { licence: 'true' } }),
    ...of(designs, { path: '/api/templates?fn=upsert', field: null }),
  ];
}

/** The status of the answer. */
async function send({ person, tenant }: Organization, one: Import): Promise<number> {
  const { path: to, field, bytes, more = {} } = one;
  let body: FormData | Uint8Array<ArrayBuffer> = bytes as Uint8Array<ArrayBuffer>;
  if (field !== null) {
    body = new FormData();
    for (const [name, value] of Object.entries(more)) body.set(name, value);
    body.set(field, new Blob([bytes as Uint8Array<ArrayBuffer>]), 'imported');
  }
  const headers = { 'x-tenant-id': tenant, ...(field === null && { 'content-type': 'application/json' }) };
  const response = await person.fetch(to, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}

/** An organization with students, and how it issues a certificate to each in one batch: how long that takes, ms. */
async function batchOf(abuse: AbuseStack, count: number): Promise<() => Promise<number>> {
  const { person, tenant, templateId } = await abuse.stranger();
  const add = Array.from({ length: count }, (_, index) => buildStudent(index));
  await abuse.store.students.saveMany(tenant, { add, update: [] });
  const { items } = await abuse.store.students.list(tenant);
  const body = { bulk: true as const, students: items.map(({ _id }) => ({ _id, templateId })) };
  return async () => {
    const begun = performance.now();
    const asked = await person.call(certificatesApi, 'generate', { tenant, isAsync: true, body });
    const query = { id: (asked as { batchId: string }).batchId, limit: 0 };
    for (;;) {
      const { batch } = await person.call(batchesApi, 'get', { tenant, query });
      if (batch.failed > 0) throw new Error(`${batch.failed} certificates failed`);
      if (batch.state === 'done') return performance.now() - begun;
      await pause(50);
    }
  };
}

/** The interval at which one user may issue without reaching a rate limit, ms. */
const betweenBatchesMs = 500;

export const hostileImports: Attack = {
  name: 'hostile-imports',
  title: 'issues a whole batch while one client imports hostile PDFs, images, fonts and designs',
  async run(abuse, size) {
    const imports = importsOf(size);
    const [attacker, batch] = await Promise.all([
      abuse.stranger(),
      batchOf(abuse, size === 'sample' ? 10 : 50),
    ]);
    let faults = 0;
    let refused = 0;
    let slowest = 0;
    const attack = async () => {
      const left = imports.values();
      const lane = async () => {
        for (const one of left) {
          const begun = performance.now();
          const status = await send(attacker, one);
          slowest = Math.max(slowest, performance.now() - begun);
          if (status >= 500) faults++;
          else if (status >= 400) refused++;
        }
      };
      await Promise.all([lane(), lane()]);
    };
    const requests = { batch, lookUp: abuse.lookUp };
    const { result, memoryMb } = await abuse.memoryDuring('render-worker', () =>
      measureDuring(attack, { requests, size, restMs: betweenBatchesMs }),
    );
    return {
      ...{ imports: imports.length, refused, faults, importWorstMs: Math.round(slowest) },
      ...figuresOf(result.times),
      memoryMb,
    };
  },
  bounds: { faults: { max: 0 }, refused: { min: 3 }, batchWorstMs: { max: 60_000 } },
};
