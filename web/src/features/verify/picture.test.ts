import { afterEach, expect, it, vi } from 'vitest';
import { fetchPicture, pageSize } from './picture.ts';

afterEach(() => vi.unstubAllGlobals());
const certificate = { certId: '7K3M9QXT2VHBC0RD8WJN5PZE4F', hash: 'ab'.repeat(32) };
const { signal } = new AbortController();

it('is requested by the file’s hash, with its paper size', async () => {
  const fetch = vi.fn(async () => new Response('png', { headers: { 'page-size': '841.89 595.28' } }));
  vi.stubGlobal('fetch', fetch);
  const picture = await fetchPicture(certificate, signal);
  expect(fetch).toHaveBeenCalledWith(`/c/${certificate.certId}/${certificate.hash}.png`, {
    signal,
    credentials: 'omit',
  });
  expect(picture.size).toBe('A4');
  URL.revokeObjectURL(picture.src);
});

it('throws when the server has none', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }));
  await expect(fetchPicture(certificate, signal)).rejects.toThrow('503');
});

it('gives an unnamed paper size in millimetres', () => {
  expect(pageSize(283.46, 283.46)).toBe('100 × 100 mm');
});
