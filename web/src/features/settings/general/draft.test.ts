import type { TenantSettings } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { blankNames, changesOf, fieldsOfError, logoProblem } from './draft.ts';

const saved: TenantSettings = {
  _id: 'a'.repeat(24),
  name: 'Instituto Cordillera, sede Lima',
  publicName: 'Instituto Cordillera',
  logoUrl: '/logo-1.png',
  showIdNumber: false,
  publicDownload: true,
  letterSubjects: { es: 'Diploma: {course}' },
  replyAddresses: ['ana@cordillera.example'],
};

describe('a draft of the settings', () => {
  it('has the changed fields alone, without the space around names', () => {
    expect(changesOf({}, saved)).toEqual({});
    expect(changesOf({ publicName: 'Cordillera ', showIdNumber: true }, saved)).toEqual({
      publicName: 'Cordillera',
      showIdNumber: true,
    });
    expect(
      changesOf({ name: ` ${saved.name} `, publicDownload: true, logoUrl: saved.logoUrl }, saved),
    ).toEqual({});
    expect(changesOf({ logoUrl: null }, saved)).toEqual({ logoUrl: null });
    const { logoUrl: _, ...without } = saved;
    expect(changesOf({ logoUrl: null }, without)).toEqual({});
    expect(changesOf({ logoUrl: '/logo-2.png' }, without)).toEqual({ logoUrl: '/logo-2.png' });
  });

  it('has subjects that differ, and no empty one beside none', () => {
    expect(changesOf({ letterSubjects: { en: '', es: 'Diploma: {course} ' } }, saved)).toEqual({});
    const letterSubjects = { es: '' };
    expect(changesOf({ letterSubjects }, saved)).toEqual({ letterSubjects });
    expect(changesOf({ letterReplyTo: null }, saved)).toEqual({});
  });

  it('names the blank names', () => {
    expect(blankNames({ name: ' ', publicName: '' })).toEqual(['name', 'publicName']);
    expect(blankNames({ publicName: 'x' })).toEqual([]);
  });

  it('says which fields a refusal is about', () => {
    expect(fieldsOfError('public_name_required', {}, {})).toEqual(['publicName']);
    expect(fieldsOfError('text_unreadable', { field: 'name' }, { name: 'x' })).toEqual(['name']);
    expect(fieldsOfError('tenant_name_confusable', {}, { publicName: 'x' })).toEqual(['publicName']);
    expect(fieldsOfError('tenant_name_claims', { field: 'name' }, { name: 'x', publicName: 'x' })).toEqual([
      'name',
    ]);
    expect(fieldsOfError('unavailable', undefined, { name: 'x' })).toEqual([]);
  });
});

it('knows pictures by their first bytes and not by their names', async () => {
  const file = (bytes: string, more = 0, name = 'crest.png') =>
    new File([Uint8Array.from(bytes, (one) => one.charCodeAt(0)), new Uint8Array(more)], name, {
      type: 'image/png',
    });
  const png = '\x89PNG\r\n\x1a\n';
  for (const bytes of [png, '\xff\xd8\xff\xe0', 'RIFF\0\0\0\0WEBPVP8 ']) {
    expect(await logoProblem(file(bytes, 40, 'crest.txt'))).toBeUndefined();
  }
  for (const bytes of [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'GIF89a',
    'RIFF\0\0\0\0WAVE',
    '%PDF',
  ]) {
    expect(await logoProblem(file(bytes))).toBe('invalidImageType');
  }
  expect(await logoProblem(file(png, 2 * 1024 * 1024))).toBe('imageTooLarge');
  expect(await logoProblem(file(png, 2 * 1024 * 1024 - png.length))).toBeUndefined();
});
