import type { FileFacts, PublicCertificate } from '../entities/index.ts';
import { alteration, bytesTone, type FactTone, type FileFactName, statusTone } from './tones.ts';

/** One sentence: a key below `verify`, and what it names. Whoever shows it writes moments and subjects for people. */
export interface Sentence {
  says: string;
  values: SentenceValues;
}

export interface SentenceValues {
  /** The name of an organization that is known here. */
  organization?: string;
  /** The subject of a signer's certificate (RFC 4514), its owner's own word. */
  signer?: string;
  /** The subject of a timestamp authority's certificate. */
  authority?: string;
  /** A moment, ISO 8601: `day` and `time` of it may be named. */
  moment?: string;
  issuer?: string;
}

/** One fact of a file that somebody has. */
export interface FileVerdict {
  fact: FileFactName;
  tone: FactTone;
  sentences: readonly Sentence[];
}

/** The full check of one file: its bytes, its signature, and what the certificate's record says, never summed up. */
export function fileVerdictsOf(facts: FileFacts, certificate: PublicCertificate | null): FileVerdict[] {
  return [
    {
      fact: 'file',
      tone: bytesTone(facts.bytes),
      sentences: [{ says: `file.bytes.${facts.bytes}`, values: {} }],
    },
    { fact: 'signature', tone: signatureTone(facts), sentences: signatureSentences(facts) },
    ...(certificate
      ? [
          {
            fact: 'status' as const,
            tone: statusTone(certificate.state),
            sentences: [
              { says: `file.status.${certificate.state}`, values: { issuer: certificate.issuer.name } },
            ],
          },
        ]
      : []),
  ];
}

/** What is said of the signature of a file that somebody has. A name in a certificate is only what its owner wrote there. */
export function signatureSentences(facts: FileFacts): Sentence[] {
  if (facts.signature === 'altered')
    return [{ says: `file.signature.${alteration(facts) ?? 'altered'}`, values: {} }];
  if (facts.signature !== 'intact') return [{ says: `file.signature.${facts.signature}`, values: {} }];
  const { signer, bytes, signerIsIssuer } = facts;
  return [
    { says: `file.signature.${bytes === 'changed' ? 'intactNotIssued' : 'intact'}`, values: {} },
    signer?.known
      ? {
          says: isProved(signer.known) ? 'file.signer.known' : 'file.signer.knownUnproven',
          values: { organization: signer.known.organization },
        }
      : { says: 'file.signer.unknown', values: { signer: signer?.subject ?? '' } },
    ...(signer?.known?.withdrawnAt
      ? [{ says: 'file.signer.withdrawn', values: { moment: signer.known.withdrawnAt } }]
      : []),
    ...(signerIsIssuer === false ? [{ says: 'file.notIssuer', values: {} }] : []),
    ...timeSentences(facts),
    ...limitSentences(facts),
  ];
}

/** What the bytes of a file cannot tell of its signature; of the issued ones nothing is left open. */
function limitSentences({ bytes, ownForm, timestamp }: FileFacts): Sentence[] {
  if (bytes === 'issued' || ownForm === undefined) return [];
  if (!ownForm) return [{ says: 'file.limits.otherForm', values: {} }];
  return timestamp && bytes === 'unknown' ? [{ says: 'file.limits.timestamp', values: {} }] : [];
}

/** Who says when it was signed: an authority that is known, one that is not, or nobody but the signer. */
export function timeSentences({ timestamp, signedAt }: FileFacts): Sentence[] {
  if (!timestamp) return [{ says: 'time.none', values: {} }];
  const values = { authority: timestamp.authority, moment: timestamp.time };
  return [
    { says: timestamp.known ? 'time.confirmed' : 'time.claimed', values },
    ...(timestamp.contradicts && signedAt
      ? [{ says: 'time.contradicts', values: { moment: signedAt } }]
      : []),
  ];
}

/** Good only when a known signer's signature stands on the file that was issued, or on one that never was. */
function signatureTone(facts: FileFacts): FactTone {
  if (facts.signature === 'altered') return 'bad';
  if (facts.signature !== 'intact') return 'unknown';
  const isDoubtful =
    facts.bytes === 'changed' || facts.signerIsIssuer === false || facts.timestamp?.contradicts === true;
  if (isDoubtful || facts.signer?.known?.withdrawnAt) return 'warn';
  return facts.signer?.known && isProved(facts.signer.known) ? 'ok' : 'unknown';
}

type Known = NonNullable<NonNullable<FileFacts['signer']>['known']>;

/** An account here may have any name that nobody else has proved. */
const isProved = ({ identity }: Known): boolean => identity.kind !== 'unproven';
