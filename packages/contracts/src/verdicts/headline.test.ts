import { describe, expect, it } from 'vitest';
import type { PublicCertificate } from '../entities/index.ts';
import { fileVerdictsOf } from './file.ts';
import { fileHeadlineOf } from './headline.ts';

const certId = '7K3M9QXT2VHBC0RD8WJN5PZE4F';
const certificate = (more: Partial<PublicCertificate> = {}): PublicCertificate => ({
  ...{ certId, hash: 'a'.repeat(64), state: 'valid', issuedAt: '2026-11-14T15:00:00Z', holder: 'Ana' },
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

  it('calls a file altered when it names a certificate of ours, or when its signature does not hold', () => {
    expect(fileHeadlineOf({ bytes: 'changed' }, certificate())).toMatchObject({
      says: 'altered',
      tone: 'bad',
    });
    expect(fileHeadlineOf({ bytes: 'changed', signature: 'intact' }, certificate()).says).toBe('altered');
    expect(fileHeadlineOf({ bytes: 'unknown', signature: 'altered' }, null).says).toBe('altered');
  });

  it('says of any other file that it was not issued here, unless it could not be read', () => {
    expect(fileHeadlineOf({ bytes: 'unknown' }, null).says).toBe('notIssued');
    expect(fileHeadlineOf({ bytes: 'unknown', signature: 'unsigned' }, null).says).toBe('notIssued');
    expect(fileHeadlineOf({ bytes: 'unknown', signature: 'intact' }, null).says).toBe('notIssued');
    expect(fileHeadlineOf({ bytes: 'unknown', signature: 'unknown' }, null).says).toBe('unchecked');
  });

  it('is never above a green status: that of the original says nothing for another file', () => {
    const tones = fileVerdictsOf({ ...facts, bytes: 'changed', signature: 'altered' }, certificate());
    expect(tones.map(({ fact, tone }) => `${fact} ${tone}`)).toEqual([
      'file bad',
      'signature bad',
      'status unknown',
    ]);
  });
});
