import { randomBytes } from 'node:crypto';
import { isAppError } from '@sello/kit';
import { describe, expect, it } from 'vitest';
import { checkLogo } from './check-logo.ts';

function refusalOf(bytes: Uint8Array) {
  try {
    checkLogo(bytes);
    return undefined;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { code: error.code, ...error.details };
  }
}

function chunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}
function png(width: number, height: number, ...between: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk('IDAT', Buffer.alloc(40));
  return Buffer.concat([signature, chunk('IHDR', header), ...between, data, chunk('IEND', Buffer.alloc(0))]);
}
function segment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}
function jpeg(width: number, height: number, ...between: Buffer[]): Buffer {
  const frame = Buffer.alloc(6);
  frame[0] = 8;
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const tables = segment(0xc4, Buffer.alloc(20));
  const start = Buffer.from([0xff, 0xd8]);
  return Buffer.concat([start, segment(0xe0, Buffer.alloc(14)), ...between, tables, segment(0xc2, frame)]);
}
function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const file = Buffer.alloc(40);
  file.write('RIFF\0\0\0\0WEBP', 0, 'latin1');
  file.write(kind, 12, 'latin1');
  if (kind === 'VP8 ') {
    file.writeUInt16LE(width, 26);
    file.writeUInt16LE(height, 28);
  } else if (kind === 'VP8L') file.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21);
  else {
    file.writeUIntLE(width - 1, 24, 3);
    file.writeUIntLE(height - 1, 27, 3);
  }
  return file;
}

const makers = {
  png,
  jpeg,
  'lossy WebP': (width: number, height: number) => webp('VP8 ', width, height),
  'lossless WebP': (width: number, height: number) => webp('VP8L', width, height),
  'extended WebP': (width: number, height: number) => webp('VP8X', width, height),
};

describe('checkLogo', () => {
  it.each(Object.entries(makers))('takes a %s of 4,096 pixels a side and no more', (_, make) => {
    expect(refusalOf(make(4_096, 4_096))).toBeUndefined();
    expect(refusalOf(make(512, 512))).toBeUndefined();
    const refused = { code: 'image_sides_long', max: 4_096 };
    expect(refusalOf(make(4_097, 10))).toEqual(refused);
    expect(refusalOf(make(10, 4_097))).toEqual(refused);
  });

  it('refuses a bomb of 64 KB by its header, in no time and in no memory', () => {
    const filler = chunk('tEXt', randomBytes(64 * 1024));
    const bombs = [png(20_000, 20_000, filler), jpeg(20_000, 20_000, segment(0xfe, Buffer.alloc(60_000)))];
    const before = process.resourceUsage().maxRSS;
    const start = performance.now();
    for (const bomb of bombs) expect(refusalOf(bomb)).toEqual({ code: 'image_sides_long', max: 4_096 });
    expect(performance.now() - start).toBeLessThan(1_000);
    // In KB: the peak of this process.
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(100 * 1024);
  });

  it.each([
    ['a text', 'Instituto Cordillera'],
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['an SVG', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
    ['a page', '<!doctype html><title>logo.png</title>'],
    ['a PDF', '%PDF-1.7'],
    ['nothing much', '\u0089PN'],
  ])('refuses %s, whatever it is called', (_, content) => {
    expect(refusalOf(Buffer.from(content, 'latin1'))).toEqual({ code: 'invalid_image_type' });
  });

  it('refuses more than 2 MB', () => {
    const large = Buffer.concat([png(64, 64), Buffer.alloc(2 * 1024 * 1024)]);
    expect(refusalOf(large)).toEqual({ code: 'image_too_large', max: 2 });
    expect(refusalOf(large.subarray(0, 2 * 1024 * 1024))).toBeUndefined();
  });

  const zipEnd = (comment: number) => {
    const end = Buffer.alloc(22 + comment);
    end.write('PK\x05\x06', 0, 'latin1');
    end.writeUInt16LE(comment, 20);
    return end;
  };
  it.each([
    ['a ZIP after its end', 'ZIP', Buffer.concat([png(8, 8), Buffer.from('PK\x03\x04'), zipEnd(0)])],
    ['a ZIP in a comment', 'ZIP', jpeg(8, 8, segment(0xfe, zipEnd(30)))],
    ['a PDF in a comment', 'PDF', jpeg(8, 8, segment(0xfe, Buffer.from('%PDF-1.4 1 0 obj')))],
    ['a page in its metadata', 'HTML', png(8, 8, chunk('tEXt', Buffer.from('x\0<SCRIPT>alert(1)</SCRIPT>')))],
    ['a page after its end', 'HTML', Buffer.concat([png(8, 8), Buffer.from('<!DOCTYPE html><b>')])],
    ['a program', 'PHP', jpeg(8, 8, segment(0xfe, Buffer.from('<?php system($_GET[0]);')))],
    ['an SVG', 'SVG', Buffer.concat([webp('VP8L', 8, 8), Buffer.from('<svg onload="alert(1)">')])],
    ['an archive', 'RAR', Buffer.concat([jpeg(8, 8), Buffer.from('Rar!\x1a\x07\x01\0', 'latin1')])],
    ['another archive', '7z', Buffer.concat([jpeg(8, 8), Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1')])],
  ])('refuses an image that is %s, too, and says what else it is', (_, also, file) => {
    expect(refusalOf(file)).toEqual({ code: 'invalid_image_type', also });
  });

  it('takes photographs with the metadata that cameras and programs write', () => {
    const xmp = '<?xpacket begin="" id="W5M0"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>';
    expect(refusalOf(jpeg(600, 600, segment(0xe1, Buffer.from(xmp))))).toBeUndefined();
    expect(refusalOf(png(600, 600, chunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0${xmp}`))))).toBeUndefined();
    // What compressed images hold by chance.
    for (const letters of ['<svg', '<sVG>', '<HTML ', '<script'])
      expect(
        refusalOf(Buffer.concat([png(8, 8), Buffer.from(`${letters}\x9c\x03`, 'latin1')])),
      ).toBeUndefined();
    expect(refusalOf(Buffer.concat([png(8, 8), randomBytes(1_900_000)]))).toBeUndefined();
    // A header without sides is the decoder's to refuse.
    expect(refusalOf(png(8, 8).subarray(0, 14))).toBeUndefined();
    expect(refusalOf(jpeg(8, 8).subarray(0, 12))).toBeUndefined();
  });
});
