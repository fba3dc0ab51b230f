import {
  type FileFacts,
  type FileVerdict,
  fileVerdictsOf,
  type ReasonCode,
  signatureSentences,
} from '@sello/contracts';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { formatters } from '../../i18n/format.ts';
import { everyText } from '../../i18n/texts.fixture.ts';
import { formattedValues, textOf } from './sentences.ts';

const format = formatters('en');
const [en, es, pt] = [everyText('en'), everyText('es'), everyText('pt')];
const subject = 'CN=Instituto Cordillera, O=Instituto Cordillera';
const buildFacts = (more: Partial<FileFacts> = {}): FileFacts => ({
  ...{
    sha256: 'a'.repeat(64),
    size: 1,
    checkedAt: '2026-03-01T12:00:00Z',
    bytes: 'unknown',
    signature: 'intact',
    reasons: [],
  },
  signer: { subject, fingerprint: 'b'.repeat(64), selfSigned: true },
  signedAt: '2026-11-19T12:00:00Z',
  ...more,
});
const known: FileFacts['signer'] = {
  ...buildFacts().signer!,
  known: { organization: 'Instituto Cordillera', identity: { kind: 'domain' } },
};
const stamp = { time: '2019-03-01T12:00:00Z', authority: 'CN=Hora', known: false, contradicts: true };

const signatureOf = (facts: FileFacts): FileVerdict =>
  fileVerdictsOf(facts, null).find(({ fact }) => fact === 'signature')!;
const signatureTone = (facts: FileFacts) => signatureOf(facts).tone;
const write = ((key: string, values: Record<string, string>) =>
  sentence(en, key.replace(/^verify\./, '')).replace(
    /\{\{(\w+)\}\}/g,
    (_, name) => values[name] ?? '?',
  )) as unknown as TFunction;

/** The sentences as plain text. */
const read = (facts: FileFacts): string => textOf(signatureOf(facts).sentences, write, format);
const sentence = (texts: typeof en, says: string): string =>
  says.split('.').reduce((part, key) => (part as never)[key], texts.verify as unknown) as string;

describe('the signature of a dropped file', () => {
  it('of an unknown signer with a known name is described as the signer’s own claim', () => {
    const text = read(buildFacts());
    expect(text).toContain('says it is “Instituto Cordillera”; nobody vouches for that name');
    expect(text).not.toContain('made with a key of');
    expect(signatureTone(buildFacts())).toBe('unknown');
  });

  it('of a known organization names its key, and when that key was revoked', () => {
    expect(read(buildFacts({ signer: known }))).toContain('made with a key of Instituto Cordillera');
    expect(signatureTone(buildFacts({ signer: known }))).toBe('ok');
    const withdrawn = buildFacts({
      signer: { ...known!, known: { ...known!.known!, withdrawnAt: '2026-11-20T12:00:00Z' } },
    });
    expect(read(withdrawn)).toContain('withdrawn on November 20, 2026');
    expect(signatureTone(withdrawn)).toBe('warn');
  });

  it('of an unproven organization says that it is unproven', () => {
    const unproven = { organization: 'Instituto Cordillera', identity: { kind: 'unproven' as const } };
    const facts = buildFacts({ signer: { ...known!, known: unproven } });
    expect(read(facts)).toContain('nobody has proved who that is');
    expect(signatureTone(facts)).toBe('unknown');
  });

  it('that is intact on other bytes says that this is not the issued file', () => {
    const facts = buildFacts({ signer: known, signerIsIssuer: true, bytes: 'changed' });
    expect(read(facts)).toContain('this is not the file that was issued');
    expect(signatureTone(facts)).toBe('warn');
  });

  it('has a time confirmed by a trusted authority, by an unknown one, or none', () => {
    const confirmed = read(buildFacts({ timestamp: { ...stamp, known: true, contradicts: false } }));
    expect(confirmed).toContain('Hora, confirms March 1, 2019');
    const claimed = read(buildFacts({ timestamp: stamp }));
    expect(claimed).toContain('an authority not known here: take it as a claim');
    expect(claimed).toContain('Its own statement says November 19, 2026. The two contradict each other.');
    expect(claimed).not.toContain('confirms');
    expect(read(buildFacts())).toContain('the signer’s own word');
  });

  it('whose own data alone was changed, or is not the issued one, says exactly that', () => {
    const altered = (code: ReasonCode) => buildFacts({ signature: 'altered', reasons: [{ code }] });
    expect(read(altered('signature_rewritten'))).toContain('its own data was rewritten after signing');
    expect(read(altered('signature_not_issued'))).toContain('this is not the file that was issued');
    expect(read(altered('content_changed'))).toContain('does not hold for this file');
    for (const code of ['signature_rewritten', 'signature_not_issued'] as const) {
      expect(signatureTone(altered(code))).toBe('bad');
      expect(read(altered(code))).not.toContain('intact');
    }
  });

  it('says what was not checked of another program’s signature, and what is not known of its timestamp', () => {
    const foreign = read(buildFacts({ ownForm: false, timestamp: stamp }));
    expect(foreign).toContain('Only what was signed was checked');
    const own = buildFacts({ ownForm: true, signer: known });
    expect(read({ ...own, timestamp: stamp })).toContain('A timestamp can be exchanged for another');
    expect(read(own)).not.toContain('A timestamp can be');
    expect(read({ ...own, timestamp: stamp, bytes: 'issued' })).not.toContain('A timestamp can be');
  });

  it('has every sentence in every language', () => {
    const all = (['intact', 'altered', 'unsigned', 'unknown'] as const).flatMap((signature) =>
      (['changed', 'unknown'] as const).flatMap((bytes) => [
        ...signatureSentences(buildFacts({ signature, bytes, timestamp: stamp })),
        ...signatureSentences(buildFacts({ signature, bytes, signer: known, signerIsIssuer: false })),
        ...signatureSentences(buildFacts({ signature, bytes, ownForm: false })),
        ...signatureSentences(buildFacts({ signature, bytes, ownForm: true, timestamp: stamp })),
        ...(['signature_rewritten', 'signature_not_issued'] as const).flatMap((code) =>
          signatureSentences(buildFacts({ signature, reasons: [{ code }] })),
        ),
        { says: 'file.signer.knownUnproven', values: { organization: 'x' } },
      ]),
    );
    for (const { says, values } of all) {
      for (const texts of [en, es, pt] as (typeof en)[]) {
        expect(sentence(texts, says), says).toBeTruthy();
        const asked = [...sentence(texts, says).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!);
        expect(Object.keys(formattedValues(values, format)), says).toEqual(expect.arrayContaining(asked));
      }
    }
  });
});
