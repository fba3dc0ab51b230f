import { afterEach, expect, it, vi } from 'vitest';
import { clientOf } from '../../api/tenant-client.ts';
import { apiFontFiles, catalogFontFiles } from './api-files.ts';

afterEach(() => vi.unstubAllGlobals());

const client = clientOf('a'.repeat(24));

it('fetches the bytes of a font by its hash, as they are', async () => {
  const bytes = new Uint8Array([0, 1, 0, 0, 255, 123]);
  const fetched = vi.fn(async () => new Response(bytes, { headers: { 'content-type': 'font/sfnt' } }));
  vi.stubGlobal('fetch', fetched);
  const sha256 = 'a'.repeat(64);
  expect(await apiFontFiles(client).file(sha256)).toEqual(bytes);
  expect(fetched).toHaveBeenCalledWith(`/api/fonts?fn=file&sha256=${sha256}`, expect.anything());
});

it('asks the server where words begin', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ starts: [[0, 3]] }));
  expect(await apiFontFiles(client).words(['กขค'])).toEqual([[0, 3]]);
});

it('lists no font of the active organization for an entry of the catalog', async () => {
  const family = (name: string, kind: string) => ({ family: name, kind, faces: [] });
  const families = [family('Newsreader', 'bundled'), family('House Serif', 'own')];
  vi.stubGlobal('fetch', async () =>
    Response.json({ families, packs: [], own: [{ family: 'House Serif' }] }),
  );
  expect(await catalogFontFiles(client).list()).toEqual({ families: [families[0]], packs: [], own: [] });
});
