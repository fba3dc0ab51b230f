import { describe, expect, it } from 'vitest';
import {
  certIdPattern,
  certIdsIn,
  encodeCertId,
  printCertId,
  readCertificateReference,
  specimenCertId,
} from './cert-id.ts';
import { findCountry } from './countries.ts';
import { errorMessage } from './errors.ts';
import { isAllowed } from './permissions.ts';
import { day, scoreLetter, scoreNumeric } from './scalars.ts';

describe('certIdsIn', () => {
  const [one, other, third] = [
    '7K3M9QXT2VHBC0RD8WJN5PZE4F',
    '0K3M9QXT2VHBC0RD8WJN5PZE4F',
    '1K3M9QXT2VHBC0RD8WJN5PZE4F',
  ] as const;

  it('finds numbers as printed, broken over lines, and in URLs, each once', () => {
    const printed = printCertId(one).replace('C0RD ', 'C0RD\n');
    const text = `No. ${printed}\nhttps://sello.example/verify/${third}?lang=es ${other} ${one}`;
    expect(certIdsIn(text)).toEqual([one, third, other]);
  });

  it('finds none in other texts, and not more than a few', () => {
    for (const text of [
      '',
      one.slice(1),
      `A${one}`,
      `${one}0`,
      specimenCertId,
      one.toLowerCase(),
      'AB '.repeat(99),
    ])
      expect(certIdsIn(text)).toEqual([]);
    const many = Array.from({ length: 99 }, (_, index) => encodeCertId(new Uint8Array(16).fill(index)));
    expect(certIdsIn(many.join(' '))).toEqual(many.slice(0, 8));
  });
});

describe('readCertificateReference', () => {
  const bytes = Uint8Array.from({ length: 16 }, (_, index) => index * 16 + 7);
  const certId = encodeCertId(bytes);
  const hash = 'ab'.repeat(32);

  it('encodes 128 bits as 26 characters without ambiguous letters', () => {
    expect(certId).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(encodeCertId(new Uint8Array(16).fill(255))).toBe('7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
  });

  it('encodes no bytes as the number of a specimen, which is as long and as readable', () => {
    expect(specimenCertId).toMatch(certIdPattern);
    expect(specimenCertId > encodeCertId(new Uint8Array(16).fill(255))).toBe(true);
  });

  it('accepts an id as printed, in lower case, with dashes, or as a URL', () => {
    for (const form of [
      printCertId(certId),
      certId.toLowerCase(),
      certId.replace(/(.{5})/g, '$1-'),
      `https://sello.example/verify/${certId}?lang=es`,
      `/c/${certId}/`,
    ]) {
      expect(readCertificateReference(form)).toEqual({ certId });
    }
  });

  it('reads I and L as 1 and O as 0', () => {
    expect(readCertificateReference('OIL00000000000000000000000')).toEqual({
      certId: '01100000000000000000000000',
    });
  });

  it('accepts a hash in upper or lower case and returns undefined for other input', () => {
    expect(readCertificateReference(hash.toUpperCase())).toEqual({ hash });
    for (const input of ['', 'hello', hash.slice(1), `${certId}0`, '%%%']) {
      expect(readCertificateReference(input)).toBeUndefined();
    }
  });
});

describe('scalars', () => {
  it('accepts only days that exist', () => {
    expect(day.safeParse('2026-02-28').success).toBe(true);
    for (const invalid of ['2026-02-29', '2026-13-01', '28/02/2026', '2026-2-8']) {
      expect(day.safeParse(invalid).success).toBe(false);
    }
  });

  it('accepts scores in steps of a tenth and letters A to F', () => {
    for (const score of [0, 0.1, 0.3, 9.1, 10]) expect(scoreNumeric.safeParse(score).success).toBe(true);
    for (const score of [-0.1, 10.1, 5.55]) expect(scoreNumeric.safeParse(score).success).toBe(false);
    expect(scoreLetter.parse('b+')).toBe('B+');
    for (const letter of ['G', 'A++', '', '+A']) expect(scoreLetter.safeParse(letter).success).toBe(false);
  });

  it('finds a country by its code and by its name in three languages', () => {
    for (const text of ['pe', 'Perú', 'PERU', ' peru ']) expect(findCountry(text)).toBe('Peru');
    expect(findCountry('Brasil')).toBe('Brazil');
    expect(findCountry('Estados Unidos')).toBe('United States');
    expect(findCountry('Otro')).toBe('Other');
    expect(findCountry('Atlantis')).toBeUndefined();
  });

  it('fills the placeholders of a message and keeps one without a value', () => {
    expect(errorMessage('csv_columns_missing', { columns: ['fullName'] })).toBe(
      'Missing required columns: fullName',
    );
    expect(errorMessage('csv_columns_missing')).toContain('{columns}');
    expect(errorMessage('glyph_missing', { character: '李' })).toBe('The font has no “李”');
    expect(errorMessage('glyph_missing', { character: '李', pack: 'Noto Sans SC' })).toContain(
      'Noto Sans SC',
    );
  });

  it('writes out the reason why a file is refused', () => {
    expect(errorMessage('upload_image_unreadable', { reason: 'svg_external', name: 'href' })).toBe(
      'The image cannot be read: its attribute href refers to other files',
    );
    expect(errorMessage('image_unreadable', { photo: true, reason: 'incomplete' })).toBe(
      'The holder’s photograph cannot be read: it ends early',
    );
    expect(errorMessage('image_unreadable', { photo: true, why: 'as stored rows have it' })).toBe(
      'The holder’s photograph cannot be read',
    );
  });

  it('grants the catalog to super admins only, and issuing to members', () => {
    expect(isAllowed(['owner'], 'catalog.view')).toBe(false);
    expect(isAllowed(['super_admin'], 'catalog.edit')).toBe(true);
    expect(isAllowed(['member'], 'certificates.generate_bulk')).toBe(true);
    expect(isAllowed(['member'], 'students.delete_bulk')).toBe(false);
    expect(isAllowed([], 'always.allow')).toBe(true);
  });
});
