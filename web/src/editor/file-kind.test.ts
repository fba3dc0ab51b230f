import { describe, expect, it } from 'vitest';
import { bytesOfText, smallFile } from './file-kind.fixture.ts';
import { kindOfFile, pictureTypeOf } from './file-kind.ts';

const kindOf = (bytes: Uint8Array, name = 'file') => kindOfFile(bytes.subarray(0, 1_024), name);

describe('what a file is', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is told by its bytes, whatever it is called: %s', (kind) => {
    expect(kindOf(smallFile(kind), 'template.json')).toBe('image');
    expect(pictureTypeOf(smallFile(kind))).toBe(`image/${kind}`);
  });

  it('is a PDF with its header within the first 1,024 bytes', () => {
    expect(kindOf(bytesOfText('%PDF-1.7\n%âãÏÓ\n'))).toBe('pdf');
    expect(kindOf(bytesOfText(`${' '.repeat(900)}%PDF-1.4`))).toBe('pdf');
    expect(kindOf(bytesOfText(`${' '.repeat(1_020)}%PDF-1.4`))).toBeNull();
  });

  it('is JSON by how it begins, after a mark of the encoding and spaces, also when it speaks of PDF', () => {
    expect(kindOf(bytesOfText('{"pages":[]}'))).toBe('json');
    expect(kindOf(bytesOfText('\ufeff \r\n\t[1]'))).toBe('json');
    expect(kindOf(bytesOfText('{"name":"%PDF-1.7"}'))).toBe('json');
  });

  it('is JSON by its name, so that what is wrong in it is said', () => {
    expect(kindOf(bytesOfText('hello'), 'Template.JSON')).toBe('json');
    expect(kindOf(new Uint8Array(), 'empty.json')).toBe('json');
  });

  it.each([
    ['a GIF', smallFile('gif')],
    ['a Word document or an archive', bytesOfText('PK\u0003\u0004\u0014\u0000\u0006\u0000')],
    ['SVG', bytesOfText('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a sound, in the container of WebP', bytesOfText('RIFF\u0000\u0000\u0000\u0000WAVEfmt ')],
    ['a text', bytesOfText('hello')],
    ['nothing', new Uint8Array()],
  ])('is none that can be brought in: %s', (_, bytes) => {
    expect(kindOf(bytes)).toBeNull();
  });

  it('is SVG when it is markup, also after a mark of the encoding', () => {
    expect(pictureTypeOf(bytesOfText('\ufeff\n<svg/>'))).toBe('image/svg+xml');
    expect(pictureTypeOf(bytesOfText('svg'))).toBeNull();
  });
});
