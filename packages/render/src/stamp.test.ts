import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { SignatureFields, Signer } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { buildDesign, buildRow, buildText, certificateOf, compileDesign } from '../tests/builders.ts';
import { PdfDocument } from '../tests/reader/document.ts';
import { textIn } from '../tests/reader/values.ts';
import { stamp } from './stamp.ts';

const fields: SignatureFields = {
  name: 'A) /Reason (forged',
  reason: '',
  location: 'Lima',
  contactInfo: '',
  signedAt: new Date('2026-11-14T15:00:00Z'),
};

/** A signer whose signature is the digest, so that tests can compare what was signed. */
const echo: Signer = {
  id: 'echo',
  algorithm: 'rsa-2048',
  signatureSize: 40,
  sign: async (digest) => Uint8Array.from(digest),
};

const design = buildDesign([buildText('{{fullName}}'), buildText('{{custom.module}}', { y: 100 })]);
const row = buildRow({ custom: { module: 'III' } });

describe('stamp', () => {
  it('returns hash, size and CRC of prefix and tail together', async () => {
    const compiled = await compileDesign(design);
    const { tail, sha256, size, crc32: crc } = await stamp(compiled, row);
    const file = Buffer.concat([compiled.prefix, tail]);
    expect(sha256).toBe(createHash('sha256').update(file).digest('hex'));
    expect(compiled.prefixSha256).toBe(createHash('sha256').update(compiled.prefix).digest('hex'));
    expect([size, crc]).toEqual([file.length, crc32(file)]);
  });

  it('is deterministic: the same row gives the same bytes, another row other bytes', async () => {
    const compiled = await compileDesign(design);
    const first = await stamp(compiled, row);
    const other = await stamp(
      compiled,
      buildRow({ custom: { module: 'III' }, student: { fullName: 'Ana Щ' } }),
    );
    const again = await stamp(compiled, row);
    expect(again.sha256).toBe(first.sha256);
    expect(other.sha256).not.toBe(first.sha256);
    expect((await compileDesign(design)).prefixSha256).toBe(compiled.prefixSha256);
  });

  it.each([1, 2] as const)(
    'closes a file of PDF/A-%i with one cross-reference section whose every entry points at its object',
    async (part) => {
      const identification = { pdfa: { part, conformance: 'A' }, pdfua: true } as const;
      const compiled = await compileDesign(design, { identification });
      const file = await certificateOf(compiled, row, { signer: echo, fields });
      const document = new PdfDocument(file);
      // Reading an object throws if its entry is wrong.
      const numbers = [...document.objects()].map(({ number }) => number);
      expect(numbers).toEqual(Array.from({ length: document.entries.length - 1 }, (_, index) => index + 1));
      expect(file.toString('latin1').match(/startxref/g)).toHaveLength(1);
    },
  );

  it('signs every byte except the hex string of Contents', async () => {
    const file = await certificateOf(await compileDesign(design), row, { signer: echo, fields });
    const text = file.toString('latin1');
    const range = /ByteRange\[(\d+) (\d+) (\d+) (\d+) *\]/.exec(text)?.slice(1).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const [from, first, second, length] = range;
    expect([from, second + length]).toEqual([0, file.length]);
    const gap = text.slice(first, second);
    expect(gap).toMatch(/^<[0-9a-f]{80}>$/);
    const digest = createHash('sha256')
      .update(file.subarray(0, first))
      .update(file.subarray(second))
      .digest('hex');
    expect(gap.slice(1, 65)).toBe(digest);
  });

  it('names the language of the design and asks readers to show the title', async () => {
    const spoken = buildDesign([buildText('{{fullName}}')], { locale: 'pt-BR' });
    const { catalog } = new PdfDocument(await certificateOf(await compileDesign(spoken)));
    expect(textIn(catalog.get('Lang'))).toBe('pt-BR');
    expect(catalog.get('ViewerPreferences')).toEqual(new Map([['DisplayDocTitle', true]]));
  });

  it('does not let input inject PDF syntax', async () => {
    const text = (await certificateOf(await compileDesign(design), row, { signer: echo, fields })).toString(
      'latin1',
    );
    expect(text).not.toContain('forged');
    expect(text).not.toContain('/Reason');
    expect(text.match(/\/SubFilter\/ETSI\.CAdES\.detached/g)).toHaveLength(1);
  });

  it('writes the certificate id as plain text that input cannot forge', async () => {
    const compiled = await compileDesign(design);
    const text = (await certificateOf(compiled, row)).toString('latin1');
    expect(text.match(/\/SelloCertificate\([^)]*\)/g)).toEqual([
      '/SelloCertificate(7K3M9QXT2VHBC0RD8WJN5PZE4F)',
    ]);
    const odd = { ...row, certificate: { ...row.certificate, id: '7K3M)/SelloCertificate(X' } };
    const forged = (await certificateOf(compiled, odd)).toString('latin1');
    expect(forged.match(/\/SelloCertificate\(/g)).toHaveLength(1);
  });

  it('writes the tail again when a signature is larger than its placeholder and the signer then needs more', async () => {
    const compiled = await compileDesign(design);
    let signatureSize = 40;
    const signer: Signer = {
      ...echo,
      get signatureSize() {
        return signatureSize;
      },
      async sign() {
        signatureSize = 60;
        return Buffer.alloc(50, 7);
      },
    };
    const text = (await certificateOf(compiled, row, { signer, fields })).toString('latin1');
    expect(text).toContain(`<${'07'.repeat(50)}${'00'.repeat(10)}>`);
  });

  it('rejects a signature larger than its placeholder', async () => {
    const compiled = await compileDesign(design);
    const signer = { ...echo, sign: async () => new Uint8Array(41) };
    await expect(stamp(compiled, row, { signer, fields })).rejects.toMatchObject({ code: 'signing_failed' });
  });

  it.each([
    ['variable_unknown', { custom: {} }, { variable: 'custom.module' }],
    [
      'glyph_missing',
      { custom: { module: '王' } },
      { character: '王', field: '{{custom.module}}', pack: 'Noto Serif SC' },
    ],
    ['glyph_missing', { custom: { module: 'Ana Ꭰ' } }, { character: 'Ꭰ', field: '{{custom.module}}' }],
    ['script_unsupported', { custom: { module: 'ᠮ' } }, { character: 'ᠮ' }],
  ])('throws %s for the row, with details', async (code, overrides, details) => {
    const compiled = await compileDesign(design);
    await expect(stamp(compiled, buildRow(overrides))).rejects.toMatchObject({ code, details });
    await expect(stamp(compiled, row)).resolves.toBeDefined();
  });
});

describe('compile', () => {
  it('throws image_unreadable for a missing asset and for one that is not an image', async () => {
    const source = { kind: 'asset', assetId: 'logo' } as const;
    const image = { type: 'image' as const, id: 'i', source, x: 0, y: 0, width: 9, height: 9 };
    const expected = { code: 'image_unreadable', details: { assetId: 'logo' } };
    await expect(compileDesign(buildDesign([image]))).rejects.toMatchObject(expected);
    const images = { logo: new TextEncoder().encode('GIF89a and so on') };
    await expect(compileDesign(buildDesign([image]), { images })).rejects.toMatchObject(expected);
  });

  it('throws template_invalid for an unknown font family and for invalid path data', async () => {
    const expected = { code: 'template_invalid', details: { element: 'x' } };
    const text = buildText('x', { id: 'x', fontFamily: 'Nowhere' });
    await expect(compileDesign(buildDesign([text]))).rejects.toMatchObject(expected);
    const path = {
      type: 'path' as const,
      id: 'x',
      x: 0,
      y: 0,
      width: 9,
      height: 9,
      d: 'L1',
      viewBox: [0, 0, 1, 1] as [number, number, number, number],
    };
    await expect(compileDesign(buildDesign([path]))).rejects.toMatchObject(expected);
  });

  it('throws errors of static text before any row is stamped', async () => {
    await expect(compileDesign(buildDesign([buildText('Ꭰ')]))).rejects.toMatchObject({
      code: 'glyph_missing',
    });
  });

  it('returns the variables of the design in the order of first use', async () => {
    expect((await compileDesign(design)).variables).toEqual(['fullName', 'custom.module']);
  });
});
