import { expect, it } from 'vitest';
import { certIdIn } from './marker.ts';

const certId = '7K3M9QXT2VHBC0RD8WJN5PZE4F';
const bytes = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));

it('finds the number that a file of ours names, wherever it stands', () => {
  expect(certIdIn(bytes(`%PDF-1.7 /Info <</SelloCertificate(${certId})>> trailer`))).toBe(certId);
  expect(certIdIn(bytes(`/SelloCertificate(${certId})`))).toBe(certId);
});

it('finds none in another file, nor one that is cut or no number', () => {
  for (const text of [
    '',
    '%PDF-1.7',
    '/SelloCertificate(',
    `/SelloCertificate(${certId.slice(1)})`,
    '/SelloCert/',
  ])
    expect(certIdIn(bytes(text))).toBeUndefined();
});
