import type { FileFacts } from '@sello/contracts';
import type { Formatters } from '../../i18n/format.ts';
import { readableSubject } from '../../signing/subject.ts';
import { alteration, type FactTone } from './verdict.ts';

/** One sentence: a key below `verify`, and what it names. */
export interface Saying {
  says: string;
  values: Record<string, string>;
}

/** What is said of the signature of a file that somebody has. A name in a certificate is only what its owner wrote there. */
export function signatureSayings(facts: FileFacts, format: Formatters): Saying[] {
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
      : { says: 'file.signer.unknown', values: { signer: readableSubject(signer?.subject ?? '') } },
    ...(signer?.known?.withdrawnAt
      ? [{ says: 'file.signer.withdrawn', values: { day: format.dayOf(signer.known.withdrawnAt) } }]
      : []),
    ...(signerIsIssuer === false ? [{ says: 'file.notIssuer', values: {} }] : []),
    ...timeSayings(facts, format),
    ...limitSayings(facts),
  ];
}

/** What the bytes of a file cannot tell of its signature; of the issued ones nothing is left open. */
function limitSayings({ bytes, ownForm, timestamp }: FileFacts): Saying[] {
  if (bytes === 'issued' || ownForm === undefined) return [];
  if (!ownForm) return [{ says: 'file.limits.otherForm', values: {} }];
  return timestamp && bytes === 'unknown' ? [{ says: 'file.limits.timestamp', values: {} }] : [];
}

/** Who says when it was signed: an authority that is known, one that is not, or nobody but the signer. */
export function timeSayings({ timestamp, signedAt }: FileFacts, format: Formatters): Saying[] {
  if (!timestamp) return [{ says: 'time.none', values: {} }];
  const values = {
    authority: readableSubject(timestamp.authority),
    day: format.dayOf(timestamp.time),
    time: format.time(timestamp.time),
  };
  return [
    { says: timestamp.known ? 'time.confirmed' : 'time.claimed', values },
    ...(timestamp.contradicts && signedAt
      ? [{ says: 'time.contradicts', values: { day: format.dayOf(signedAt) } }]
      : []),
  ];
}

/** Good only when a known signer's signature stands on the file that was issued, or on one that never was. */
export function signatureTone(facts: FileFacts): FactTone {
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
