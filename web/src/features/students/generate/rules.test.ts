import type { CertificateSettings, SigningCertificate, Student } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import {
  appliedToAll,
  createNew,
  firstChoice,
  firstPicks,
  generationBody,
  noChange,
  obstacle,
  picked,
  picksOf,
  type SigningChoice,
  withEmail,
  withoutTemplate,
} from './rules.ts';

const buildStudent = (more: Partial<Student> & { _id: string }): Student => ({
  fullName: 'Ana',
  idNumber: '',
  country: 'Peru',
  showScoreLetter: true,
  showScoreNumeric: true,
  custom: {},
  certified: false,
  certification: 'none',
  ...more,
});
const buildCertificate = (more: Partial<SigningCertificate>): SigningCertificate => ({
  id: 'c1',
  name: 'One',
  status: 'active',
  algorithm: 'rsa-2048',
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: '2029-01-01T00:00:00Z',
  ...more,
});
const buildSettings = (more: Partial<CertificateSettings> = {}): CertificateSettings => ({
  selfSignedEnabled: true,
  algorithm: 'rsa-2048',
  certificate: null,
  certificates: [],
  ...more,
});
const unsigned: SigningChoice = { enabled: false, method: 'self-signed', certificateId: '' };
const students = [
  buildStudent({ _id: 's1', templateId: 't1', email: 'a@example.org' }),
  buildStudent({ _id: 's2', templateId: 'gone' }),
  buildStudent({ _id: 's3' }),
];

describe('templates', () => {
  it('default to each student’s own if it still exists', () => {
    expect([...firstPicks(students, ['t1', 't2'])]).toEqual([
      ['s1', 't1'],
      ['s2', ''],
      ['s3', ''],
    ]);
  });

  it('default to the preselected one for the others', () => {
    expect([...firstPicks(students, ['t1', 't2'], 't2').values()]).toEqual(['t1', 't2', 't2']);
  });

  it('can be set for all at once, and "no change" changes none', () => {
    const picks = firstPicks(students, ['t1']);
    const first = { own: picks, forAll: noChange, others: new Map() };
    const all = appliedToAll(first, 't2');
    expect([...picksOf(all).values()]).toEqual(['t2', 't2', 't2']);
    expect(picksOf(appliedToAll(first, noChange))).toEqual(picks);
    expect(withoutTemplate(picks)).toBe(2);
  });

  it('are as before when "no change" is chosen again, but for those chosen one by one since', () => {
    const first = { own: firstPicks(students, ['t1']), forAll: noChange, others: new Map() };
    const mixed = picked(appliedToAll(picked(first, 's3', 't3'), 't2'), 's2', 't4');
    expect([...picksOf(mixed).values()]).toEqual(['t2', 't4', 't2']);
    expect([...picksOf(appliedToAll(mixed, 't5')).values()]).toEqual(['t5', 't5', 't5']);
    expect([...picksOf(appliedToAll(mixed, noChange)).values()]).toEqual(['t1', 't4', 't3']);
  });
});

describe('the start of a batch', () => {
  const complete = firstPicks(students, [], 't1');

  it('requires a template for every student', () => {
    expect(obstacle(firstPicks(students, ['t1']), unsigned)).toBe('templates');
    expect(obstacle(complete, unsigned)).toBeNull();
    expect(obstacle(new Map(), unsigned)).toBe('templates');
  });

  it('requires a certificate for self-signing, other than "create new"', () => {
    const signing = (certificateId: string): SigningChoice => ({
      enabled: true,
      method: 'self-signed',
      certificateId,
    });
    expect(obstacle(complete, signing(''))).toBe('certificate');
    expect(obstacle(complete, signing(createNew))).toBe('certificate');
    expect(obstacle(complete, signing('c1'))).toBeNull();
  });

  it('allows the third party, which the server checks', () => {
    expect(obstacle(complete, { enabled: true, method: 'third-party', certificateId: '' })).toBeNull();
  });
});

describe('signing', () => {
  it('defaults to the certificate in use, else to another active one', () => {
    const [one, two] = [buildCertificate({}), buildCertificate({ id: 'c2' })];
    expect(firstChoice(buildSettings({ certificate: two, certificates: [one, two] })).certificateId).toBe(
      'c2',
    );
    expect(firstChoice(buildSettings({ certificates: [one, two] }))).toMatchObject({
      enabled: true,
      certificateId: 'c1',
    });
  });

  it('is off without an active certificate, or when self-signing is disabled', () => {
    const expired = buildCertificate({ status: 'expired' });
    expect(firstChoice(buildSettings({ certificates: [expired] })).enabled).toBe(false);
    const off = buildSettings({ selfSignedEnabled: false, certificates: [buildCertificate({})] });
    expect(firstChoice(off).enabled).toBe(false);
    expect(firstChoice(undefined).enabled).toBe(false);
  });
});

describe('the request', () => {
  const picks = firstPicks(students, [], 't1');
  const signed: SigningChoice = { enabled: true, method: 'self-signed', certificateId: 'c1' };

  it('is the single form for one student', () => {
    expect(generationBody(students.slice(0, 1), picks, signed)).toEqual({
      templateId: 't1',
      student: { _id: 's1', templateId: 't1' },
      options: { digitalSigning: { enabled: true, method: 'self-signed', certificateId: 'c1' } },
    });
  });

  it('is the bulk form for more, with ids only', () => {
    expect(generationBody(students, picks, unsigned)).toEqual({
      bulk: true,
      students: ['s1', 's2', 's3'].map((_id) => ({ _id, templateId: 't1' })),
      digitalSigning: { enabled: false },
    });
  });

  it('contains no certificate for the third party', () => {
    const body = generationBody(students, picks, { ...signed, method: 'third-party' });
    expect(body).toMatchObject({ digitalSigning: { enabled: true, method: 'third-party' } });
    expect(JSON.stringify(body)).not.toContain('c1');
  });

  it('includes e-mails only for students with an address', () => {
    expect(withEmail(students)).toEqual(['s1']);
  });
});
