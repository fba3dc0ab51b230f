import { expect, it } from 'vitest';
import { kindOfPicture } from './pictures.ts';

it('recognizes PNG, JPEG and WebP by their signatures and nothing else', () => {
  expect(kindOfPicture(Buffer.from('89504e470d0a1a0a00', 'hex'))?.type).toBe('image/png');
  expect(kindOfPicture(Buffer.from('ffd8ffe0', 'hex'))?.type).toBe('image/jpeg');
  expect(kindOfPicture(Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'))?.type).toBe('image/webp');
  for (const other of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'GIF89a',
    '',
    '<html>',
    'RIFF\0\0\0\0WAVE',
  ]) {
    expect(kindOfPicture(Buffer.from(other, 'latin1'))).toBeUndefined();
  }
});
