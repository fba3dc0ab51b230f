import { limits } from '@sello/contracts';
import { expect, it } from 'vitest';
import { createLinks } from './links.ts';

const key = Buffer.alloc(32, 3);
const claim = { tenantId: 'a'.repeat(24), batchId: 'b'.repeat(24) };
const tokenOf = (url: string) => new URL(url).pathname.split('/')[2]!;

it('signs download links that are valid for five minutes and for one batch', () => {
  let now = Date.parse('2026-03-01T10:00:00Z');
  const links = createLinks('https://sello.example', [key], () => now);
  const token = tokenOf(links.download(claim, 'certificates ñ.zip'));
  expect(links.readDownload(token)).toEqual({ kind: 'valid', claim });
  for (const bad of [
    token.replace('b', 'c'),
    token.slice(0, -1),
    '',
    `${token}x`,
    token.replace(/\d{10}/, '9999999999'),
  ]) {
    expect(links.readDownload(bad)).toEqual({ kind: 'invalid' });
  }
  expect(createLinks('https://sello.example', [Buffer.alloc(32, 4)]).readDownload(token)).toEqual({
    kind: 'invalid',
  });
  now += limits.downloadLinkMs + 1_000;
  expect(links.readDownload(token)).toEqual({ kind: 'expired' });
});

it('signs staff links that are valid for five minutes and for one certificate', () => {
  let now = Date.parse('2026-03-01T10:00:00Z');
  const links = createLinks('https://sello.example', [key], () => now);
  const certId = '0'.repeat(26);
  const staff = new URL(links.certificate(certId, { staff: true })).searchParams.get('staff')!;
  expect(links.readStaff(certId, staff)).toBe(true);
  expect(links.readStaff('1'.repeat(26), staff)).toBe(false);
  expect(links.readStaff(certId, staff.slice(0, -1))).toBe(false);
  now += limits.downloadLinkMs + 1_000;
  expect(links.readStaff(certId, staff)).toBe(false);
});

it('recognizes the URLs of the pictures that an organization may have as its logo', () => {
  const links = createLinks('https://sello.example', [key]);
  const [own, other] = ['a'.repeat(24), 'b'.repeat(24)];
  const picture = `pictures/${'0'.repeat(64)}.png`;
  const logo = `assets/${own}/images/logo-1795375336000.jpg`;
  for (const [object, url] of [
    [picture, links.picture(picture)],
    [logo, links.logo(logo)],
  ] as const) {
    const { pathname } = new URL(url);
    expect(links.logoKeyOf(own, url)).toBe(object);
    expect(links.logoKeyOf(own, pathname)).toBe(object);
    for (const bad of [
      `${url}?x`,
      `${url}/`,
      `https://evil.example${pathname}`,
      `https://sello.example.evil.example${pathname}`,
      `https://evil.example/https://sello.example${pathname}`,
      `/x${pathname}`,
      pathname.slice(1),
      pathname.replace('/assets/', '/assets/../assets/'),
    ]) {
      expect(links.logoKeyOf(own, bad), bad).toBeUndefined();
    }
  }
  expect(links.logoKeyOf(other, links.logo(logo))).toBeUndefined();
  expect(links.logoKeyOf(own, `https://sello.example/assets/${own}/${'0'.repeat(64)}`)).toBeUndefined();
});
