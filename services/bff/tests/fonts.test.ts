import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { apis, limits, type OwnFontView } from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestStack } from './stack.ts';
import { startTwoOrganizations } from './two-organizations.ts';

const { resolve: fromRender } = createRequire(import.meta.resolve('@sello/render'));
const brush = readFileSync(fromRender('@expo-google-fonts/yusei-magic/400Regular/YuseiMagic_400Regular.ttf'));
const known = readFileSync(
  fromRender('@fontsource/noto-serif-thai/files/noto-serif-thai-thai-400-normal.woff2'),
);

let stack: TestStack;
let ana: ApiClient;
let bruno: ApiClient;
let anas: string;
let brunos: string;

beforeAll(async () => {
  ({ stack, ana, bruno, anas, brunos } = await startTwoOrganizations());
});
afterAll(() => stack.close());

interface Answer {
  code: string;
  details: { reason?: string };
  fonts: OwnFontView[];
}

async function upload(bytes: Uint8Array, fields: Record<string, string> = { licence: 'true' }) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('font', new Blob([Buffer.from(bytes)]), 'Brush.ttf');
  const headers = { authorization: `Bearer ${await ana.token()}`, 'x-tenant-id': anas };
  const response = await fetch(`${stack.app}/api/fonts?fn=upload`, { method: 'POST', headers, body: form });
  return { status: response.status, body: (await response.json()) as Answer };
}

async function fileOf(client: ApiClient, tenant: string, sha256: string) {
  const headers = { authorization: `Bearer ${await client.token()}`, 'x-tenant-id': tenant };
  return fetch(`${stack.app}/api/fonts?fn=file&sha256=${sha256}`, { headers });
}
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('lists bundled families and absent packs, and serves the bytes of a face by its hash', async () => {
  const { families, packs, own } = await ana.call(apis.fonts, 'list', { tenant: anas });
  expect(families.map(({ family }) => family)).toEqual(
    expect.arrayContaining(['Newsreader', 'Noto Sans Arabic', 'Noto Serif Devanagari', 'Noto Emoji']),
  );
  expect(packs).toHaveLength(8);
  expect(packs.every(({ state, size }) => state === 'absent' && size > 20_000_000)).toBe(true);
  expect(own).toEqual([]);
  const face = families.find(({ family }) => family === 'Noto Serif Thai')?.faces[0];
  const response = await fileOf(ana, anas, face?.sha256 ?? '');
  expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  expect(response.headers.get('content-type')).toBe('font/sfnt');
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(sha(bytes)).toBe(face?.sha256);
  expect([...bytes.subarray(0, 4)]).toEqual([0, 1, 0, 0]);
});

it('makes an uploaded font available to its organization only, until it is removed', async () => {
  const { status, body } = await upload(brush);
  expect(status).toBe(200);
  const font = body.fonts[0]!;
  expect(font).toMatchObject({ family: 'Yusei Magic', weight: 400, italic: false, fileName: 'Brush.ttf' });
  const listed = await ana.call(apis.fonts, 'list', { tenant: anas });
  expect(listed.families.at(-1)).toEqual({
    family: 'Yusei Magic',
    kind: 'own',
    faces: [{ weight: 400, italic: false, sha256: font.sha256 }],
  });
  const bytes = new Uint8Array(await (await fileOf(ana, anas, font.sha256)).arrayBuffer());
  expect(sha(bytes)).toBe(font.sha256);

  expect((await fileOf(bruno, brunos, font.sha256)).status).toBe(404);
  expect((await fileOf(bruno, anas, font.sha256)).status).toBe(403);
  expect((await bruno.call(apis.fonts, 'list', { tenant: brunos })).own).toEqual([]);

  expect((await upload(brush)).body).toMatchObject({
    code: 'font_exists',
    details: { family: 'Yusei Magic' },
  });
  await ana.call(apis.fonts, 'delete', { tenant: anas, query: { id: font._id } });
  expect((await ana.call(apis.fonts, 'list', { tenant: anas })).own).toEqual([]);
  expect((await fileOf(ana, anas, font.sha256)).status).toBe(404);
});

it('rejects files that it cannot use with an error code and a reason', async () => {
  const forbidden = Uint8Array.from(brush);
  const view = new DataView(forbidden.buffer);
  for (let at = 12; at < 12 + 16 * view.getUint16(4); at += 16) {
    const tag = Buffer.from(forbidden.subarray(at, at + 4)).toString('latin1');
    if (tag === 'OS/2') view.setUint16(view.getUint32(at + 8) + 8, 2);
  }
  const codes = [];
  for (const [bytes, fields] of [
    [brush, {}],
    [brush, { licence: 'false' }],
    [Buffer.from('not a font, only text'), { licence: 'true' }],
    [brush.subarray(0, 500_000), { licence: 'true' }],
    [forbidden, { licence: 'true' }],
    [known, { licence: 'true' }],
    [Buffer.alloc(limits.fontUpload + 1), { licence: 'true' }],
  ] as const) {
    const { body } = await upload(bytes, fields);
    codes.push(body.code);
    if (/unreadable|forbidden/.test(body.code)) expect(body.details.reason).not.toBe('');
  }
  expect(codes).toEqual([
    ...['font_licence_required', 'font_licence_required', 'font_unreadable', 'font_unreadable'],
    ...['font_embedding_forbidden', 'font_family_taken', 'payload_too_large'],
  ]);
});

it('refuses one more than an organization may have, and to remove one that it does not have', async () => {
  const face = {
    key: 'fonts/none',
    size: 1,
    fileName: 'Sign.ttf',
    italic: false,
    weight: 400,
    characters: 1,
  };
  const made = await Promise.all(
    Array.from({ length: limits.ownFonts }, (_, at) =>
      stack.store.fonts.create(anas, {
        ...{ ...face, family: `Sign ${at}`, sha256: sha(Buffer.from(`${at}`)), licensedBy: 'b'.repeat(24) },
      }),
    ),
  );
  expect((await upload(brush)).body).toMatchObject({
    code: 'font_limit_reached',
    details: { max: limits.ownFonts },
  });
  const remove = (client: ApiClient, tenant: string) =>
    client.call(apis.fonts, 'delete', { tenant, query: { id: made[0]!._id } });
  await expect(remove(bruno, brunos)).rejects.toMatchObject({ code: 'font_not_found' });
  await remove(ana, anas);
  await expect(remove(ana, anas)).rejects.toMatchObject({ code: 'font_not_found' });
  expect((await upload(brush)).status).toBe(200);
});
