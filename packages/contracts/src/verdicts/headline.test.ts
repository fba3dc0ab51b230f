import { describe, expect, it } from 'vitest';
import type { FileFacts, PublicCertificate } from '../entities/index.ts';
import { fileVerdictsOf } from './file.ts';
import { fileHeadlineOf } from './headline.ts';

const certId = '7K3M9QXT2VHBC0RD8WJN5PZE4F';
const certificate = (more: Partial<PublicCertificate> = {}): PublicCertificate => ({
  ...{ certId, hash: 'a'.repeat(64), state: 'valid', issuedAt: '2026-11-14T15:00:00Z', holder: 'Ana' },
  issuedOn: '2026-11-14',
  ...{ country: 'Peru', idNumber: '', idNumberMasked: false, size: 1, signed: true },
  issuer: { name: 'Instituto', identity: { kind: 'domain' }, createdAt: '2026-01-01T00:00:00Z' },
  verifyUrl: `https://sello.example/verify/${certId}`,
  ...more,
});
const facts = { sha256: 'a'.repeat(64), size: 1, checkedAt: '2026-11-20T00:00:00Z', reasons: [] };

describe('the headline about a file', () => {
  it('says that it is the issued file, and good only while its certificate stands', () => {
    const says = (state: PublicCertificate['state']) =>
      fileHeadlineOf({ bytes: 'issued' }, certificate({ state }));
    expect(says('valid')).toMatchObject({ says: 'exact', tone: 'ok' });
    expect(says('replaced')).toMatchObject({ says: 'exactReplaced', tone: 'warn' });
    expect(says('revoked')).toMatchObject({ says: 'exactRevoked', tone: 'bad' });
    const issuer = { ...certificate().issuer, identity: { kind: 'unproven' as const } };
    expect(fileHeadlineOf({ bytes: 'issued' }, certificate({ issuer })).tone).toBe('unknown');
  });

  it('says on the page of one certificate that a file is another’s', () => {
    const other = { certId: '0'.repeat(26) };
    expect(fileHeadlineOf({ bytes: 'issued' }, certificate(), other).says).toBe('other');
    expect(fileHeadlineOf({ bytes: 'issued' }, certificate(), { certId }).says).toBe('exact');
  });

  const named = (found: string[] = [certId]) => ({
    bytes: 'changed' as const,
    numbers: { read: 'done' as const, found },
  });

  it('calls a file that names a certificate a copy of it, whatever the state of that', () => {
    expect(fileHeadlineOf(named(), certificate())).toEqual({ says: 'copy', lead: 'copy', tone: 'warn' });
    for (const signature of ['unsigned', 'unknown', 'intact'] as const)
      expect(fileHeadlineOf({ ...named(), signature }, certificate()).says).toBe('copy');
    expect(fileHeadlineOf(named(), certificate({ state: 'revoked' })).lead).toBe('copyRevoked');
    expect(fileHeadlineOf(named(), certificate({ state: 'replaced' })).lead).toBe('copyReplaced');
    const several = named([certId, '0'.repeat(26)]);
    expect(fileHeadlineOf(several, certificate())).toEqual({ says: 'copies', lead: 'copies', tone: 'warn' });
  });

  it('calls a file altered only when its signature shows a change, not when something follows after its end', () => {
    const altered = { signature: 'altered' as const, reasons: [{ code: 'content_changed' as const }] };
    expect(fileHeadlineOf({ ...named(), ...altered }, certificate())).toMatchObject({
      says: 'altered',
      tone: 'bad',
    });
    expect(fileHeadlineOf({ bytes: 'unknown', ...altered }, null)).toMatchObject({
      lead: 'alteredUnknown',
      tone: 'bad',
    });
    const reasons = [{ code: 'not_whole_file' as const }, { code: 'bytes_after_end' as const }];
    expect(fileHeadlineOf({ ...named(), signature: 'altered', reasons }, certificate()).says).toBe('copy');
    const revised = [...reasons, { code: 'several_revisions' as const }];
    expect(fileHeadlineOf({ ...named(), signature: 'altered', reasons: revised }, certificate()).says).toBe(
      'altered',
    );
  });

  it('says of any other file that no number was found, if there was a look', () => {
    const lead = (facts: Partial<FileFacts>) => fileHeadlineOf({ bytes: 'unknown', ...facts }, null).lead;
    const numbers = { read: 'done' as const, found: [] };
    expect(fileHeadlineOf({ bytes: 'unknown', numbers }, null)).toEqual({
      ...{ says: 'notFound', lead: 'notFoundByHash', tone: 'warn' },
    });
    expect(lead({ numbers, signature: 'unsigned' })).toBe('notFound');
    expect(lead({ numbers, signature: 'intact' })).toBe('notFoundSigned');
    expect(lead({ numbers, signature: 'unknown' })).toBe('unchecked');
    expect(lead({ signature: 'intact' })).toBe('notLooked');
    expect(lead({ numbers: { read: 'failed', found: [] }, signature: 'unsigned' })).toBe('failed');
    expect(fileHeadlineOf({ bytes: 'unknown', numbers: { read: 'locked', found: [] } }, null)).toEqual({
      ...{ says: 'unchecked', lead: 'locked', tone: 'unknown' },
    });
  });

  it('is never above a green status: that of the original says nothing for another file', () => {
    const tones = fileVerdictsOf({ ...facts, bytes: 'changed', signature: 'altered' }, certificate());
    expect(tones.map(({ fact, tone }) => `${fact} ${tone}`)).toEqual([
      'file warn',
      'signature bad',
      'status unknown',
    ]);
    const ofRevoked = fileVerdictsOf(
      { ...facts, bytes: 'changed', signature: 'unknown' },
      certificate({ state: 'revoked' }),
    );
    expect(ofRevoked.at(-1)).toMatchObject({ fact: 'status', tone: 'bad' });
  });
});
