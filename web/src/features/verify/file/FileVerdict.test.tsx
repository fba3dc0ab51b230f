import {
  type FileFacts,
  languages,
  type PublicCertificate,
  printCertId,
  type ReasonCode,
  verdictReasons,
} from '@sello/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { needTexts, setLanguage, startTexts } from '../../../i18n/index.ts';
import { StaticNavigation } from '../../../ui/link/navigation.fixture.tsx';
import { Reasons } from '../Reasons.tsx';
import { FileVerdict } from './FileVerdict.tsx';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await startTexts();
  await needTexts(['verify', 'verifyFile', 'verify.reasons']);
});
afterAll(() => vi.unstubAllGlobals());

const certId = '7K3M9QXT2VHBC0RD8WJN5PZE4F';
const certificate: PublicCertificate = {
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
  pages: 1,
  signed: true,
  issuer: { name: 'Instituto', identity: { kind: 'operator' }, createdAt: '2026-01-01T00:00:00Z' },
  verifyUrl: `https://sello.example/verify/${certId}`,
};
const organization = 'Instituto';
const signer = (kind: 'domain' | 'unproven', more: object = {}): Partial<FileFacts> => ({
  signer: {
    subject: 'CN=Instituto',
    fingerprint: 'b'.repeat(64),
    selfSigned: true,
    known: { organization, identity: { kind }, ...more },
  },
});
const proved = signer('domain');
const facts = (more: Partial<FileFacts>): FileFacts => ({
  ...{ sha256: 'a'.repeat(64), size: 1, checkedAt: '2026-03-01T12:00:00Z', bytes: 'unknown' },
  ...{ signature: 'intact', reasons: [], signedAt: '2026-11-19T12:00:00Z' },
  signer: { subject: 'CN=Ana', fingerprint: 'b'.repeat(64), selfSigned: true },
  ...more,
});

const tones: Record<string, string> = { ok: 'ok', warn: 'warn', bad: 'bad', faint: 'unknown' };

/** The rendered heading of a file, and each fact with the tone of its icon and its sentences. */
function drawn(of: Partial<FileFacts>, known: PublicCertificate | null = null, name = 'diploma.pdf') {
  const html = renderToStaticMarkup(
    <StaticNavigation>
      <FileVerdict
        file={{ name, size: 1 }}
        facts={facts(of)}
        certificate={known}
        Reasons={Reasons}
        onAnother={() => undefined}
      />
    </StaticNavigation>,
  ).replace(/[\u2066-\u2069]/g, '');
  const plain = (text: string) => text.replace(/<[^>]*>/g, '');
  const rows = [
    ...html.matchAll(/<li><svg class="i (\w+)".*?<span class="label">(\w+)<\/span><div><p>(.*?)<\/p>/gs),
  ];
  return {
    html,
    named: plain(/<p class="file-bar">(.*?)<\/bdi>/s.exec(html)![1]!),
    heading: plain(/<h2[^>]*>(.*?)<\/h2>/s.exec(html)![1]!),
    facts: Object.fromEntries(
      rows.map(([, mark, fact, text]) => [fact, { tone: tones[mark!], text: plain(text!) }]),
    ),
  };
}

describe('the verdict on a dropped file', () => {
  it('shows the name of the file as text', () => {
    expect(drawn({}, null, '<b>Ana</b>.pdf').named).toBe('&lt;b&gt;Ana&lt;/b&gt;.pdf');
  });

  it.each([
    ['issued', 'ok', 'byte for byte'],
    ['changed', 'warn', 'not'],
    ['unknown', 'unknown', 'not'],
  ] as const)('says of bytes that are %s that they are %s', (bytes, tone, word) => {
    const { File } = drawn({ bytes }).facts;
    expect(File?.tone).toBe(tone);
    expect(File?.text.toLowerCase()).toContain(word);
  });

  it.each<[string, Partial<FileFacts>, string, RegExp]>([
    ['intact, of somebody', {}, 'unknown', /says it is “Ana”; nobody vouches/],
    ['intact, of a proved organization', { ...proved }, 'ok', /made with a key of Instituto/],
    ['intact, of an unproven account', signer('unproven'), 'unknown', /nobody has proved who that is/],
    [
      'intact, with a key that was withdrawn',
      signer('domain', { withdrawnAt: '2026-11-20T12:00:00Z' }),
      'warn',
      /withdrawn on 20 November 2026/,
    ],
    [
      'intact, on other bytes',
      { ...proved, bytes: 'changed' },
      'warn',
      /this is not the file that was issued/,
    ],
    [
      'intact, of another than the issuer',
      { ...proved, signerIsIssuer: false },
      'warn',
      /made with a key of/,
    ],
    [
      'intact, with a time that contradicts',
      {
        ...proved,
        timestamp: { time: '2019-03-01T12:00:00Z', authority: 'CN=Hora', known: false, contradicts: true },
      },
      'warn',
      /says 19 November 2026\. The two contradict each other/,
    ],
    ['altered', { signature: 'altered' }, 'bad', /does not hold for this file/],
    [
      'rewritten',
      { signature: 'altered', reasons: [{ code: 'signature_rewritten' }] },
      'bad',
      /its own data was rewritten after signing/,
    ],
    [
      'exchanged',
      { signature: 'altered', reasons: [{ code: 'signature_not_issued' }] },
      'bad',
      /not the file that was issued/,
    ],
    ['unsigned', { signature: 'unsigned' }, 'unknown', /./],
    ['unknown', { signature: 'unknown' }, 'unknown', /./],
  ])('describes a signature that is %s', (_, of, tone, sentence) => {
    const { Signature } = drawn(of).facts;
    expect(Signature?.tone).toBe(tone);
    expect(Signature?.text).toMatch(sentence);
  });

  it.each([
    ['valid', 'ok'],
    ['replaced', 'warn'],
    ['revoked', 'bad'],
  ] as const)('says apart from that whether its certificate is %s, and leads to it', (state, tone) => {
    const { facts: said, html } = drawn({ ...proved, bytes: 'issued' }, { ...certificate, state });
    expect(said.Status?.tone).toBe(tone);
    expect(said.Signature?.tone).toBe('ok');
    expect(html).toContain(`/verify/${certId}`);
    // The issuer is first for a good result, and last for a bad one.
    const list = html.slice(html.indexOf('class="verdicts"'));
    expect(list.indexOf('Instituto') < list.indexOf('>File<')).toBe(state === 'valid');
  });

  it('begins with one headline', () => {
    const exact = { ...proved, bytes: 'issued' as const };
    expect(drawn(exact, certificate).heading).toBe('This is exactly the file that was issued');
    expect(drawn({ bytes: 'changed' }, certificate).heading).toBe(
      'This is a copy of a certificate, not the issued file',
    );
    expect(drawn({ bytes: 'changed', signature: 'altered' }, certificate).heading).toBe(
      'This file was altered. Do not rely on it.',
    );
    const numbers = { read: 'done' as const, found: [] };
    expect(drawn({ signature: 'unsigned', numbers }).heading).toBe(
      'We found no certificate of ours in this file',
    );
    expect(drawn({ signature: 'unsigned' }).heading).toBe('This file could not be checked');
  });

  it('leads from a copy to what was issued, and from several to each, of which none speaks for the file', () => {
    const copy = drawn({ bytes: 'changed', signature: 'unsigned' }, certificate);
    expect(copy.html).toContain(`It names certificate ${printCertId(certId)}, which Instituto issued to Ana`);
    expect(copy.html).toContain(`href="/verify/${certId}"`);
    expect(copy.html).not.toMatch(/class="i ok"/);
    const otherId = '0'.repeat(26);
    const numbers = { read: 'done' as const, found: [certId, otherId] };
    const several = drawn({ bytes: 'changed', signature: 'unsigned', numbers }, certificate);
    expect(several.heading).toBe('This holds copies of several certificates, not issued files');
    for (const id of numbers.found) expect(several.html).toContain(`href="/verify/${id}"`);
    expect(several.facts).not.toHaveProperty('Status');
    expect(several.html).not.toContain('Ana');
  });

  it('advises for each cause what helps', () => {
    const of = (read: 'locked' | 'failed') =>
      drawn({ signature: 'unknown', numbers: { read, found: [] } }).html;
    expect(of('locked')).toContain('Save it without its password');
    expect(of('failed')).not.toContain('password');
  });

  it('shows no green mark for the original beside an altered file', () => {
    const { html, facts: said } = drawn({ bytes: 'changed', signature: 'altered' }, certificate);
    expect(html).not.toMatch(/class="i ok"/);
    expect(said.Status).toMatchObject({ tone: 'unknown' });
    expect(html).toContain(`/verify/${certId}`);
  });

  it('shows nothing about an unknown certificate', () => {
    const { facts: said, html } = drawn({});
    expect(Object.keys(said)).toEqual(['File', 'Signature']);
    expect(html).not.toContain('/verify/');
  });
});

describe('the reasons of a verdict', () => {
  const codes = Object.keys(verdictReasons) as ReasonCode[];
  const reasons = codes.map((code) => ({ code }));
  const sentencesOf = (html: string): string[] =>
    [.../<ul class="reasons">(.*?)<\/ul>/s.exec(html)![1]!.matchAll(/<li>(.*?)<\/li>/g)].map(
      ([, sentence]) => sentence!,
    );

  it('are each shown below the signature by a sentence of their own, in every language', async () => {
    const shown = new Set<string>();
    for (const language of languages) {
      await setLanguage(language);
      const sentences = sentencesOf(drawn({ signature: 'altered', reasons }).html);
      expect(sentences).toHaveLength(codes.length);
      for (const sentence of sentences) {
        expect(sentence).toMatch(/^[A-ZÀ-Ý].*\.$/);
        shown.add(sentence);
      }
    }
    await setLanguage('en');
    expect(shown.size).toBe(codes.length * languages.length);
  });

  it('have the sentences of the contract in English, as the offline check prints them', async () => {
    const sentences = sentencesOf(drawn({ signature: 'altered', reasons }).html);
    expect(sentences).toEqual(codes.map((code) => verdictReasons[code].sentence));
  });

  it('are not mentioned when there are none', () => {
    expect(drawn({}).html).not.toContain('reasons');
  });
});
