import { describe, expect, it } from 'vitest';
import { kindOf } from './kind.ts';

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (one) => one.charCodeAt(0));
const kind = (text: string, name = 'file.pdf') => kindOf(new File([bytes(text)], name));

describe('the kind of a file', () => {
  it.each([
    ['PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['JPEG', '\xff\xd8\xff\xe0\0\x10JFIF'],
    ['WebP', 'RIFF\x24\0\0\0WEBPVP8 '],
    ['GIF', 'GIF89a\x01\0'],
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['HEIF', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic'],
    ['AVIF', '\0\0\0\x1cftypavif\0\0\0\0avifmif1'],
  ])('is a picture by the bytes of %s, though its name ends in .pdf', async (_, text) => {
    expect(await kind(text)).toBe('picture');
  });

  it('is a PDF by its bytes, though its name ends in .png, and behind what a scanner wrote before it', async () => {
    expect(await kind('%PDF-1.7\n', 'certificate.png')).toBe('pdf');
    expect(await kind('\n\n@PJL\n%PDF-1.4\n', 'scan.png')).toBe('pdf');
  });

  it('is neither for anything else, also for an empty file', async () => {
    for (const text of ['', 'PK\x03\x04', 'RIFF\0\0\0\0WAVE', '\0\0\0\x18ftypisom', '<html>'])
      expect(await kind(text)).toBe('other');
  });
});
