import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clientOf } from '../../api/tenant-client.ts';
import { imageFilesOf } from './api-images.ts';
import { type Images, withoutSignatures } from './images.ts';

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
let asked: string[];
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response(png, { headers: { 'content-type': 'application/octet-stream' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const client = clientOf('a'.repeat(24));
const drawn = { name: 'Rosa Ccori', role: 'Rectora', signature: 'rosas-signature' };
const byHand = { name: 'Joaquim Teles', role: 'Diretor' };

it('has the signatures of the first signatories by their lines, and none for one who signs by hand', async () => {
  const files = imageFilesOf(client, { signatories: [byHand, drawn] });
  expect(await files.variable('signatory1.signature')).toBeNull();
  expect(asked).toEqual([]);
  const picture = await files.variable('signatory2.signature');
  expect(picture?.type).toBe('image/png');
  expect(asked).toEqual(['/api/assets?fn=file&id=rosas-signature']);
});

it('has nothing of an organization that set nothing, and its logo and seal colour when it did', async () => {
  const none = imageFilesOf(client);
  expect(none.sealColor).toBeUndefined();
  expect(await none.variable('tenant.logo')).toBeNull();
  expect(await none.variable('signatory1.signature')).toBeNull();
  const files = imageFilesOf(client, { logoUrl: '/logos/a.png', sealColor: '#14213d' });
  expect(files.sealColor).toBe('#14213d');
  expect((await files.variable('tenant.logo'))?.size).toBe(png.length);
  expect(asked).toEqual(['/logos/a.png']);
});

it('leaves signatures, and nothing else, out of pictures that others see', () => {
  const loaded = { picture: {} as never, width: 1, height: 1 };
  const images: Images = { of: () => loaded, sealColor: '#14213d', close: () => {} };
  const shared = withoutSignatures(images);
  expect(shared.of({ kind: 'variable', name: 'signatory2.signature' })).toBeNull();
  expect(shared.of({ kind: 'variable', name: 'tenant.logo' })).toBe(loaded);
  expect(shared.of({ kind: 'asset', assetId: 'a' })).toBe(loaded);
  expect(shared.sealColor).toBe('#14213d');
});
