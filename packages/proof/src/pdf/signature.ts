// Validation of one signature dictionary against the bytes of its file (ISO 32000-1, 12.8.1; ETSI EN 319 142-1, 6.3).
import { createHash, type X509Certificate } from 'node:crypto';
import { signatureNames } from '@sello/contracts/signature-dictionary';
import type { ReasonCode } from '@sello/contracts/verdict-reasons';
import { DerError, readElement } from '../asn1/der-read.ts';
import { OID } from '../asn1/oids.ts';
import type { DigestName } from '../cms/algorithms.ts';
import { formOf } from '../cms/own-form.ts';
import { readSignedData, type SignedData } from '../cms/read.ts';
import { type CmsCheck, checkSignedData } from '../cms/verify.ts';
import { checkTimestamp } from '../timestamp/token.ts';
import { isFinding, type SignatureFacts, type VerdictReason } from '../verdict.ts';
import { isSelfSigned, subjectLine } from '../x509/issue.ts';
import { isOwnDictionary } from './own-dictionary.ts';
import type { ByteRange, RangeDigests } from './range-digests.ts';
import { PdfFault } from './read/budget.ts';
import { dateOf, textOf } from './read/text.ts';
import { type PdfDict, PdfString } from './read/values.ts';
import type { FoundSignature } from './scan.ts';

export interface SignatureFindings {
  reasons: VerdictReason[];
  facts: SignatureFacts;
}

const SUPPORTED: string[] = [signatureNames.SubFilter, 'adbe.pkcs7.detached'];
/** Largest number of hex digits of Contents; a signature with chain and timestamp takes about 20,000. */
export const MAX_CONTENTS = 2_000_000;
/** How far the clocks of two machines may differ, ms. */
const CLOCK_TOLERANCE = 300_000;
/** A timestamp is requested within seconds of signing. If the two times differ by more than this, one is wrong, ms. */
const MAX_TIME_APART = 86_400_000;

/** What a check needs besides the file. */
export interface ValidationContext {
  now: Date;
  /** Certificates (DER) of the known timestamp authorities. */
  authorities: readonly Uint8Array[];
  digests: RangeDigests;
  /** Whether the file begins as a PDF does; what stands before the header moves everything after it. */
  hasHeader: boolean;
}

/** All facts about one signature. Does not throw for any content of the file. */
export function validateSignature(
  bytes: Uint8Array,
  found: FoundSignature,
  context: ValidationContext,
): SignatureFindings {
  const { dict, source } = found;
  const reasons: VerdictReason[] = [];
  const add = (code: ReasonCode, detail?: string) => reasons.push({ code, ...(detail && { detail }) });
  const facts: SignatureFacts = { ...unproved(), ...claims(source, dict) };

  if (dict.isAmbiguous) add('signature_incomplete', 'an entry comes twice');
  const subFilter = dict.name('SubFilter');
  if (!subFilter || !SUPPORTED.includes(subFilter)) {
    // The rules below are those of the supported formats.
    add('format_unsupported', subFilter?.slice(0, 64));
    return { reasons, facts };
  }
  const contents = dict.get('Contents');
  const range = byteRange(dict);
  if (range && context.hasHeader && isElsewhere(bytes, range, found))
    return { reasons: [{ code: 'resaved' }], facts };
  if (found.isCompressed) add('signature_incomplete', 'inside a compressed object');
  if (!range) add('signature_incomplete', 'ByteRange');
  if (!(contents instanceof PdfString) || !contents.isHex) add('signature_incomplete', 'Contents');
  if (!range || !(contents instanceof PdfString) || found.isCompressed) return { reasons, facts };

  const [start, before, resume, after] = range;
  facts.coversWholeFile = start === 0 && before <= resume && resume + after === bytes.length;
  if (!facts.coversWholeFile) add('not_whole_file');
  const isGapExact = start + before === contents.start && resume === contents.end;
  if (!isGapExact) add('gap_not_signature', 'the gap is not the string of Contents');
  const der = readContents(bytes, contents, add);
  if (!der) return { reasons, facts };
  const check = validateCms(der, (digest) => context.digests.of(digest, range), add);
  if (!check) return { reasons, facts };
  addSigner(facts, check);
  const room = (contents.end - contents.start - 2) / 2;
  const form = isOwnDictionary(dict) ? formOf(der, check.cms, room) : 'foreign';
  facts.ownForm = form === 'own';
  if (form === 'rewritten') add('signature_rewritten');
  validateTimestamp(check, facts, context.authorities, add);
  validateTime(facts, context.now, add);
  facts.padesBaselineB =
    subFilter === signatureNames.SubFilter &&
    reasons.every(isFinding) &&
    facts.signedAt !== undefined &&
    dict.has('Filter') &&
    !dict.has('Cert') &&
    !check.hasSigningTime;
  return { reasons, facts };
}

const unproved = () => ({ coversWholeFile: false, ownForm: false, padesBaselineB: false });

type Add = (code: ReasonCode, detail?: string) => void;

/** What the dictionary claims, without proof. */
function claims(source: Uint8Array, dict: PdfDict): Partial<SignatureFacts> {
  const signedAt = dateOf(source, dict.get('M'));
  const name = textOf(source, dict.get('Name'));
  const reason = textOf(source, dict.get('Reason'));
  const location = textOf(source, dict.get('Location'));
  const contactInfo = textOf(source, dict.get('ContactInfo'));
  return {
    ...(signedAt && { signedAt }),
    ...(name && { name }),
    ...(reason && { reason }),
    ...(location && { location }),
    ...(contactInfo && { contactInfo }),
  };
}

const LESS = 0x3c;
const GREATER = 0x3e;

/**
 * Whether the signature is nowhere near the place in the file that it leaves out: a program has saved the file again and
 * moved everything, which breaks each signature without a change of the content. A signature that was moved by itself, or
 * bytes that were changed in their place, are no such thing.
 */
export function isElsewhere(
  bytes: Uint8Array,
  [start, before, resume]: ByteRange,
  { dict, isCompressed }: FoundSignature,
): boolean {
  const from = start + before;
  const holdsString = bytes[from] === LESS || bytes[resume - 1] === GREATER;
  if (dict.isAmbiguous || holdsString || resume <= from) return false;
  const contents = dict.get('Contents');
  if (!(contents instanceof PdfString)) return false;
  return isCompressed || (contents.start !== from && contents.end !== resume);
}

/** The ByteRange of a signature; undefined when it is missing or malformed. */
export function byteRange(dict: PdfDict): ByteRange | undefined {
  const range = dict.get('ByteRange');
  if (!Array.isArray(range) || range.length !== 4) return undefined;
  const numbers = range.filter((item) => typeof item === 'number' && Number.isSafeInteger(item) && item >= 0);
  return numbers.length === 4 ? (numbers as unknown as ByteRange) : undefined;
}

/**
 * The CMS in the gap of the ByteRange. Only lower-case digits, followed by zeros, are accepted: the gap is not signed, so
 * nothing in it may vary.
 */
function readContents(bytes: Uint8Array, contents: PdfString, add: Add): Uint8Array | undefined {
  if (contents.end - contents.start > MAX_CONTENTS) {
    add('too_complex', 'Contents is too long');
    return undefined;
  }
  const digits = Buffer.from(bytes.subarray(contents.start + 1, contents.end - 1)).toString('latin1');
  const isUpperCase = /^[0-9A-F]*$/.test(digits) && /[A-F]/.test(digits);
  if (isUpperCase) add('format_unsupported', 'upper-case digits');
  if (digits.length % 2 !== 0 || !(isUpperCase || /^[0-9a-f]*$/.test(digits))) {
    add('gap_not_signature', 'not plain hex digits');
    return undefined;
  }
  const decoded = Buffer.from(digits, 'hex');
  return unlessUnreadable(add, () => {
    const { bytes: cms } = readElement(decoded);
    if (decoded.subarray(cms.length).some((octet) => octet !== 0)) {
      add('gap_not_signature', 'something follows the signature');
    }
    return cms;
  });
}

function validateCms(
  der: Uint8Array,
  digestOf: (digest: DigestName) => Buffer,
  add: Add,
): (CmsCheck & { cms: SignedData }) | undefined {
  return unlessUnreadable(add, () => {
    const cms = readSignedData(der);
    const check = checkSignedData(cms, { contentType: OID.data, digestOf });
    for (const problem of check.problems) add(problem === 'chain_open' ? 'chain_unproven' : problem);
    if (cms.content || cms.contentType !== OID.data) add('enclosed_content');
    if (cms.hasRevocationLists) add('format_unsupported', 'revocation lists');
    return { ...check, cms };
  });
}

function unlessUnreadable<T>(add: Add, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DerError) add('signature_unreadable', error.message);
    else if (error instanceof PdfFault) add(error.code, error.message);
    else throw error;
    return undefined;
  }
}

function addSigner(facts: SignatureFacts, { certificate, digest }: CmsCheck): void {
  if (!certificate) return;
  const organization = organizationOf(certificate);
  const key = certificate.publicKey;
  facts.signer = {
    subject: subjectLine(certificate.subject),
    ...(organization && { organization }),
    fingerprint: createHash('sha256').update(certificate.raw).digest('hex'),
    serial: certificate.serialNumber,
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
    selfSigned: isSelfSigned(certificate),
  };
  const size = key.asymmetricKeyDetails?.modulusLength ?? key.asymmetricKeyDetails?.namedCurve;
  facts.algorithm = `${key.asymmetricKeyType}${size ? `-${size}` : ''}${digest ? ` ${digest}` : ''}`;
}

function organizationOf(certificate: X509Certificate): string | undefined {
  const line = certificate.subject?.split('\n').find((part) => part.startsWith('O='));
  return line?.slice(2);
}

function validateTimestamp(
  { signer }: CmsCheck,
  facts: SignatureFacts,
  authorities: readonly Uint8Array[],
  add: Add,
): void {
  for (const [type, value] of signer?.unsignedAttributes ?? []) {
    if (type !== OID.timeStampToken || !signer) {
      add('format_unsupported', `unsigned attribute ${type}`);
      continue;
    }
    const { problem, facts: timestamp } = checkTimestamp(value.bytes, signer.signature, authorities);
    if (problem) add('timestamp_invalid', problem);
    else if (timestamp) facts.timestamp = timestamp;
  }
}

function validateTime({ signedAt, signer, timestamp }: SignatureFacts, now: Date, add: Add): void {
  for (const time of [signedAt, timestamp?.time]) {
    if (!time) continue;
    if (signer && (time < signer.notBefore || time > signer.notAfter)) add('signed_outside_validity');
    if (time.getTime() > now.getTime() + CLOCK_TOLERANCE) add('signed_in_future');
  }
  if (signedAt && timestamp && Math.abs(signedAt.getTime() - timestamp.time.getTime()) > MAX_TIME_APART) {
    add('times_contradict');
  }
}
