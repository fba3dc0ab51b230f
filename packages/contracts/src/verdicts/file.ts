import type { ErasedCertificate, FileFacts, PublicCertificate } from '../entities/index.ts';
import { isOnlyAddedTo } from './added-to.ts';
import type { CheckedFacts } from './headline.ts';
import { type Sentence, timeSentences } from './sentences.ts';
import { alteration, bytesTone, type FactTone, type FileFactName, statusTone } from './tones.ts';

/** One fact about an uploaded file. */
export interface FileVerdict {
  fact: FileFactName;
  tone: FactTone;
  sentences: readonly Sentence[];
}

/**
 * Facts about a file: its bytes, its signature if that was checked, and the state of the certificate, if it has one. The
 * state of a certificate speaks for its own file alone: beside another one it is never good, and bad if it was withdrawn.
 */
export function fileVerdictsOf(
  facts: CheckedFacts,
  certificate: PublicCertificate | ErasedCertificate | null,
): FileVerdict[] {
  return [
    {
      fact: 'file',
      // Other bytes alone are no evidence: every program that saves a file writes others.
      tone: facts.bytes === 'changed' ? 'warn' : bytesTone(facts.bytes),
      sentences: [{ says: `file.bytes.${facts.bytes}`, values: {} }],
    },
    ...(isChecked(facts)
      ? [
          {
            fact: 'signature' as const,
            tone: signatureTone(facts),
            sentences: signatureSentences(facts),
          },
        ]
      : []),
    ...(certificate
      ? [
          {
            fact: 'status' as const,
            tone:
              facts.bytes === 'issued' || certificate.state !== 'valid'
                ? statusTone(certificate.state)
                : ('unknown' as const),
            sentences: [
              {
                says: `file.status.${certificate.state}`,
                values: {
                  issuer: certificate.issuer.name,
                  ...(certificate.state === 'erased' && { moment: certificate.erasedAt }),
                },
              },
            ],
          },
        ]
      : []),
  ];
}

const isChecked = (facts: CheckedFacts): facts is FileFacts => facts.signature !== undefined;

/** The sentences about the signature of a file. The name in a signer's certificate is only a claim of its owner. */
export function signatureSentences(facts: FileFacts): Sentence[] {
  if (facts.signature === 'altered')
    return [
      {
        says: `file.signature.${isOnlyAddedTo(facts) ? 'addedTo' : (alteration(facts) ?? 'altered')}`,
        values: {},
      },
    ];
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

/** What cannot be verified from the bytes of a file alone; none for the issued bytes. */
function limitSentences({ bytes, ownForm, timestamp }: FileFacts): Sentence[] {
  if (bytes === 'issued' || ownForm === undefined) return [];
  if (!ownForm) return [{ says: 'file.limits.otherForm', values: {} }];
  return timestamp && bytes === 'unknown' ? [{ says: 'file.limits.timestamp', values: {} }] : [];
}

/**
 * `ok` only for an intact signature of a known signer with a proved identity, on the issued file or on an unknown file.
 */
function signatureTone(facts: FileFacts): FactTone {
  if (facts.signature === 'altered') return isOnlyAddedTo(facts) ? 'warn' : 'bad';
  if (facts.signature !== 'intact') return 'unknown';
  const isDoubtful =
    facts.bytes === 'changed' || facts.signerIsIssuer === false || facts.timestamp?.contradicts === true;
  if (isDoubtful || facts.signer?.known?.withdrawnAt) return 'warn';
  return facts.signer?.known && isProved(facts.signer.known) ? 'ok' : 'unknown';
}

type Known = NonNullable<NonNullable<FileFacts['signer']>['known']>;

/** Without a proved identity the name of an organization is only a claim: anyone can create an account with it. */
const isProved = ({ identity }: Known): boolean => identity.kind !== 'unproven';
