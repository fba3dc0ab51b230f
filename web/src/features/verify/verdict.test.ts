import {
  type FileFacts,
  isIssuerUnproven,
  issuerVerdictOf,
  type PublicCertificate,
  type ReasonCode,
  verdictsOf,
} from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { everyText } from '../../i18n/texts.fixture.ts';

const texts = everyText('en');

import { linkedInUrl } from './linkedin.ts';
import { referenceProblem } from './reference.ts';

const certId = '7K3M9QXT2VHBC0RD8WJN5PZE4F';
const buildCertificate = (more: Partial<PublicCertificate> = {}): PublicCertificate => ({
  certId,
  hash: 'a'.repeat(64),
  state: 'valid',
  issuedAt: '2026-11-14T15:00:00Z',
  issuedOn: '2026-11-14',
  holder: 'Ana',
  country: 'Peru',
  idNumber: '',
  idNumberMasked: false,
  size: 1,
  signed: true,
  issuer: { name: 'Instituto', identity: { kind: 'operator' }, createdAt: '2026-01-01T00:00:00Z' },
  verifyUrl: `https://sello.example/verify/${certId}`,
  ...more,
});
const buildFacts = (more: Partial<FileFacts> = {}): FileFacts => ({
  sha256: 'a'.repeat(64),
  size: 1,
  checkedAt: '2026-03-01T12:00:00Z',
  bytes: 'issued',
  signature: 'intact',
  reasons: [],
  signer: { subject: 'Instituto', fingerprint: 'b'.repeat(64), selfSigned: true },
  signerIsIssuer: true,
  ...more,
});
const said = (certificate: PublicCertificate, file?: FileFacts): Record<string, string> =>
  Object.fromEntries(verdictsOf(certificate, file).map(({ fact, tone, says }) => [fact, `${tone} ${says}`]));

describe('the verdicts', () => {
  it('are four, and all good for a valid certificate whose file and signature hold', () => {
    expect(said(buildCertificate(), buildFacts())).toEqual({
      record: 'ok record.issued',
      file: 'ok file.issued',
      signature: 'ok signature.own',
      status: 'ok status.valid',
    });
  });

  it('lead with the status when it is not good', () => {
    const first = (state: PublicCertificate['state']) =>
      verdictsOf(buildCertificate({ state }), buildFacts())[0]?.fact;
    expect([first('valid'), first('replaced'), first('revoked')]).toEqual(['record', 'status', 'status']);
  });

  it('are independent: a revoked certificate’s signature is still intact', () => {
    const facts = said(buildCertificate({ state: 'revoked', revokedReason: 'Mistake' }), buildFacts());
    expect(facts.status).toBe('bad status.revokedReason');
    expect(facts.signature).toBe('ok signature.own');
  });

  it('are unknown, never good, for what was not checked', () => {
    const facts = said(buildCertificate());
    expect(facts.file).toBe('unknown file.unchecked');
    expect(facts.signature).toBe('unknown signature.unchecked');
    expect(said(buildCertificate(), buildFacts({ signature: 'unknown' })).signature).toBe(
      'unknown signature.unknown',
    );
    const { signerIsIssuer: _open, ...open } = buildFacts();
    expect(said(buildCertificate(), open).signature).toBe('unknown signature.somebody');
  });

  it('do not accept another signer’s intact signature as the issuer’s', () => {
    expect(said(buildCertificate(), buildFacts({ signerIsIssuer: false })).signature).toBe(
      'warn signature.foreign',
    );
  });

  it('say that an intact signature is not on the issued file', () => {
    expect(said(buildCertificate(), buildFacts({ bytes: 'changed' })).signature).toBe(
      'warn signature.notIssued',
    );
  });

  it('are bad for the stored file’s signature when it is not the issued one', () => {
    const facts = (code: ReasonCode) =>
      said(buildCertificate(), buildFacts({ bytes: 'changed', signature: 'altered', reasons: [{ code }] }));
    expect(facts('signature_not_issued').signature).toBe('bad signature.exchanged');
    expect(facts('signature_rewritten').signature).toBe('bad signature.rewritten');
    expect(facts('content_changed').signature).toBe('bad signature.altered');
  });

  it('are bad for a missing signature', () => {
    expect(said(buildCertificate(), buildFacts({ signature: 'unsigned' })).signature).toBe(
      'bad signature.gone',
    );
    expect(said(buildCertificate({ signed: false }), buildFacts({ signature: 'unsigned' })).signature).toBe(
      'unknown signature.unsigned',
    );
  });

  it('have one sentence each', () => {
    const sentences: Record<string, Record<string, string>> = texts.verify.says;
    const states = (['valid', 'replaced', 'revoked'] as const).map((state) => buildCertificate({ state }));
    const files = [
      undefined,
      ...(['issued', 'changed', 'unknown'] as const).map((bytes) => buildFacts({ bytes })),
      ...(['altered', 'unsigned', 'unknown'] as const).map((signature) => buildFacts({ signature })),
      ...(['signature_rewritten', 'signature_not_issued'] as const).map((code) =>
        buildFacts({ signature: 'altered', reasons: [{ code }] }),
      ),
    ];
    for (const certificate of states) {
      for (const file of files) {
        for (const { says } of verdictsOf(certificate, file)) {
          const [fact, which] = says.split('.');
          expect(sentences[fact!]?.[which!], says).toBeTruthy();
        }
      }
    }
  });
});

describe('a malformed reference', () => {
  it('is described by its length or its form', () => {
    expect(referenceProblem(certId)).toBeUndefined();
    expect(referenceProblem('a'.repeat(64))).toBeUndefined();
    expect(referenceProblem(certId.slice(1))).toEqual({ says: 'numberLength', length: 25 });
    expect(referenceProblem('a'.repeat(63))).toEqual({ says: 'hashLength', length: 63 });
    expect(referenceProblem('¿qué?')).toMatchObject({ says: 'form' });
  });
});

describe('LinkedIn', () => {
  it('gets the course, the issuer, the month and where to check it', () => {
    const query = new URL(linkedInUrl(buildCertificate({ course: 'Farmacia & más' }))).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      startTask: 'CERTIFICATION_NAME',
      name: 'Farmacia & más',
      organizationName: 'Instituto',
      issueYear: '2026',
      issueMonth: '11',
      certId,
      certUrl: `https://sello.example/verify/${certId}`,
    });
  });
});

describe('the issuer', () => {
  const certificateOf = (
    issuer: Partial<PublicCertificate['issuer']>,
    more: Partial<PublicCertificate> = {},
  ) => buildCertificate({ ...more, issuer: { ...buildCertificate().issuer, ...issuer } });
  const lapsedAt = '2026-11-18T00:00:00Z';

  it('is good when a domain or the operator confirms it, and else a warning', () => {
    const saidOf = (kind: 'domain' | 'operator' | 'unproven') =>
      issuerVerdictOf(certificateOf({ identity: { kind, since: lapsedAt } }));
    expect(saidOf('domain')).toMatchObject({ tone: 'ok', says: 'domain' });
    expect(saidOf('operator')).toMatchObject({ tone: 'ok', says: 'operator' });
    expect(saidOf('unproven')).toMatchObject({ tone: 'warn', says: 'unproven', notes: ['accountMade'] });
  });

  it('that is unproven only used the name', () => {
    const record = (state: PublicCertificate['state']) =>
      said(certificateOf({ identity: { kind: 'unproven' } }, { state })).record;
    expect([record('valid'), record('revoked')]).toEqual(['ok record.somebody', 'ok record.somebody']);
  });

  it('keeps the domain that was verified when the certificate was issued', () => {
    const atIssue = { kind: 'domain', domain: 'certs.example', lapsedAt } as const;
    const lapsed = certificateOf({ identity: { kind: 'unproven' }, atIssue });
    expect(issuerVerdictOf(lapsed)).toEqual({ tone: 'warn', says: 'lapsed', notes: ['notToday'] });
    expect(isIssuerUnproven(lapsed)).toBe(false);
    const confirmedSince = certificateOf({ identity: { kind: 'operator' }, atIssue });
    expect(issuerVerdictOf(confirmedSince).notes).toEqual(['thenDomain']);
  });

  it('loses a withdrawn confirmation, and the certificate says that it had one', () => {
    const withdrawn = certificateOf({
      identity: { kind: 'unproven' },
      atIssue: { kind: 'operator', lapsedAt },
    });
    expect(isIssuerUnproven(withdrawn)).toBe(true);
    expect(issuerVerdictOf(withdrawn).notes).toEqual(['accountMade', 'thenConfirmed']);
  });

  it('that was confirmed only later says that it was not when the certificate was issued', () => {
    const later = certificateOf({ identity: { kind: 'domain' }, atIssue: { kind: 'unproven' } });
    expect(issuerVerdictOf(later).notes).toEqual(['thenUnproven']);
  });
});
