// Validation of a file. Only a file that passes every rule is `intact`; a file that cannot be read or is not understood is
// `unknown`, neither `altered` nor `intact`.
import { createHash } from 'node:crypto';
import { type ReasonCode, verdictReasons } from '@sello/contracts/verdict-reasons';
import {
  isFinding,
  outcomeOf,
  type PdfVerdict,
  type SignatureFacts,
  type VerdictReason,
} from '../verdict.ts';
import { isDocumentTimestamp, validateDocumentTimestamp } from './document-timestamp.ts';
import { RangeDigests } from './range-digests.ts';
import { Budget, defaultLimits, PdfFault, type ReadingLimits } from './read/budget.ts';
import { PdfFile } from './read/file.ts';
import { Parser } from './read/parse.ts';
import { PdfDict, PdfRef } from './read/values.ts';
import { type FoundSignature, fieldsOf, isSignature, scanFile } from './scan.ts';
import { byteRange, type SignatureFindings, type ValidationContext, validateSignature } from './signature.ts';

export interface ValidateOptions extends Partial<ReadingLimits> {
  now?: Date;
  /** Certificates (DER) of the known timestamp authorities. Default: none. */
  timestampAuthorities?: readonly Uint8Array[];
}

const HEADER = /^%PDF-[12]\.\d[\t ]*[\r\n]/;
/** The end of a file: the offset of its cross-reference, the end-of-file marker and at most one end of line. */
const TAIL = /startxref[\t\n\f\r ]+(\d{1,15})[\t\n\f\r ]+%%EOF(?:\r\n|\r|\n)?$/;
const MAX_TAIL = 64;

/** Validates a file in the calling thread. Does not throw for any content of the bytes. */
export function validatePdf(
  bytes: Uint8Array,
  { now = new Date(), timestampAuthorities: authorities = [], ...limits }: ValidateOptions = {},
): PdfVerdict {
  const allLimits = { ...defaultLimits, ...limits };
  const { reasons, facts } =
    bytes.length > allLimits.maxBytes
      ? { reasons: [{ code: 'too_large' as const }], facts: undefined }
      : validate(bytes, allLimits, { now, authorities });
  return {
    outcome: outcomeOf(reasons),
    reasons: distinct(reasons),
    sha256: sha256(bytes),
    size: bytes.length,
    ...(facts && { signature: facts }),
  };
}

/** SHA-256, lower-case hex: the security hash of an issued file. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface Findings {
  reasons: VerdictReason[];
  facts?: SignatureFacts | undefined;
}

function validate(
  bytes: Uint8Array,
  limits: ReadingLimits,
  given: Omit<ValidationContext, 'digests' | 'hasHeader'>,
): Findings {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const budget = new Budget(limits, bytes.length);
  const hasHeader = HEADER.test(buffer.toString('latin1', 0, 16));
  const context = { ...given, hasHeader, digests: new RangeDigests(bytes, budget) };
  if (!hasHeader) {
    return validateDamaged(buffer, [{ code: 'not_a_pdf' }], limits, context);
  }
  const reasons: VerdictReason[] = [];
  try {
    const startXref = validateEnd(buffer, reasons);
    const file = new PdfFile(bytes, startXref, budget);
    if (file.xref.sections > 1) reasons.push({ code: 'several_revisions' });
    if (file.xref.trailer.has('Encrypt')) return { reasons: [{ code: 'encrypted' }] };
    return validateFile(buffer, file, reasons, limits, context);
  } catch (error) {
    if (!(error instanceof PdfFault)) throw error;
    reasons.push({ code: error.code, detail: error.message });
    return validateDamaged(buffer, reasons, limits, context);
  }
}

/** The offset of the cross-reference. Throws PdfFault when there is none. */
function validateEnd(buffer: Buffer, reasons: VerdictReason[]): number {
  const last = buffer.lastIndexOf('startxref');
  if (last < 0) throw new PdfFault('unreadable', 'the file has no end');
  const clean = TAIL.exec(buffer.toString('latin1', last, last + MAX_TAIL));
  if (!clean || last + clean[0].length !== buffer.length) reasons.push({ code: 'bytes_after_end' });
  if (last > 0 && buffer.lastIndexOf('startxref', last - 1) >= 0) reasons.push({ code: 'several_revisions' });
  const claimed = /^startxref[\t\n\f\r ]+(\d{1,15})/.exec(buffer.toString('latin1', last, last + MAX_TAIL));
  if (!claimed) throw new PdfFault('unreadable', 'the file has no end');
  return Number(claimed[1]);
}

function validateFile(
  buffer: Buffer,
  file: PdfFile,
  reasons: VerdictReason[],
  limits: ReadingLimits,
  context: ValidationContext,
): Findings {
  const { signatures: found, referrers } = scanFile(file);
  if (!file.resolveDict(file.xref.trailer.get('Root'))) throw new PdfFault('unreadable', 'no catalog');
  const timestamps = found.filter(({ dict }) => isDocumentTimestamp(dict));
  const ofTimestamps = timestamps.flatMap((one) => validateDocumentTimestamp(buffer, one, context));
  const signatures = found.filter(({ dict }) => !isDocumentTimestamp(dict));
  if (signatures.length === 0) {
    const hasTraces = timestamps.length === 0 && buffer.includes('/ByteRange');
    // The structure of an unsigned file is not reported.
    return { reasons: [{ code: hasTraces ? 'signature_hidden' : 'no_signature' }, ...ofTimestamps] };
  }
  const isArchived = timestamps.length > 0 || hasValidationData(file);
  const validated = signatures.map((one) =>
    validateInDocument(buffer, file, one, referrers, limits, { ...context, isArchived }),
  );
  // The end of the file is that of the program which saved it again, so it says nothing about the signature.
  const ofFile = validated.every(isResaved)
    ? reasons.filter(({ code }) => code !== 'bytes_after_end')
    : reasons;
  if (signatures.length === 1) {
    const [only] = validated;
    return { reasons: [...ofFile, ...(only?.reasons ?? []), ...ofTimestamps], facts: only?.facts };
  }
  return validateSeveral(validated, [...ofFile, ...ofTimestamps]);
}

const isResaved = ({ reasons }: SignatureFindings): boolean => reasons.some(({ code }) => code === 'resaved');

/** Whether certificates and revocation data were added to the document (ISO 32000-2, 12.8.4.3; ETSI EN 319 142-1, 5.4). */
function hasValidationData(file: PdfFile): boolean {
  return file.resolveDict(file.xref.trailer.get('Root'))?.has('DSS') ?? false;
}

function validateInDocument(
  buffer: Buffer,
  file: PdfFile,
  found: FoundSignature,
  referrers: ReadonlyMap<number, number>,
  limits: ReadingLimits,
  context: ValidationContext & { isArchived: boolean },
): SignatureFindings {
  const findings = validateSignature(buffer, found, context);
  if (isResaved(findings)) return findings;
  const { reasons, facts } = findings;
  if (found.number === undefined) {
    reasons.push({ code: 'signature_incomplete', detail: 'not an object of its own' });
    return { reasons, facts };
  }
  const fields = fieldsOf(file, found.number, limits.maxDepth);
  if (fields.length === 0) reasons.push({ code: 'signature_without_field' });
  if (fields.length > 1 || (referrers.get(found.number) ?? 0) > 1) reasons.push({ code: 'several_fields' });
  if (fields.some((field) => field.isAmbiguous))
    reasons.push({ code: 'several_fields', detail: 'an entry comes twice' });

  const allowed = certification(file, found.dict);
  const catalog = file.resolveDict(file.xref.trailer.get('Root'));
  const certified = file.resolveDict(catalog?.get('Perms'))?.get('DocMDP');
  const isCertified = certified instanceof PdfRef && certified.number === found.number;
  if (allowed && isCertified) facts.docMdp = allowed;
  // The dictionary is signed, the catalog may be a later one: what the signature itself forbids counts.
  const allowsNothing = allowed === 1 && (facts.ownForm || !context.isArchived);
  if (!allowsNothing && coversARevision(buffer, found.dict, reasons)) {
    // What a later revision may change is not validated here, so the signature is neither altered nor confirmed.
    reasons.splice(
      reasons.findIndex(({ code }) => code === 'not_whole_file'),
      1,
      { code: 'several_revisions' },
    );
  }
  if ((allowed !== undefined) !== isCertified || (certified !== undefined && !isCertified)) {
    reasons.push({ code: 'certification_unclear' });
  }
  if (!reasons.every(isFinding)) facts.padesBaselineB = false;
  return { reasons, facts };
}

/** Whether what the signature covers is unchanged and ends with the end of a revision, after which others follow. */
function coversARevision(buffer: Buffer, dict: PdfDict, reasons: readonly VerdictReason[]): boolean {
  const codes = reasons.map(({ code }) => code);
  if (!codes.includes('not_whole_file') || unrelated.some((code) => codes.includes(code))) return false;
  const [start, , resume, after] = byteRange(dict) ?? [1, 0, 0, 0];
  const end = resume + after;
  return start === 0 && TAIL.test(buffer.toString('latin1', Math.max(0, end - MAX_TAIL), end));
}

/** With these the signature proves nothing about the revision before its end. */
const unrelated: readonly ReasonCode[] = [
  'content_changed',
  'gap_not_signature',
  'signature_incomplete',
  'signature_unreadable',
];

/** The permission of a certifying signature (ISO 32000-1, tables 252 to 254). */
function certification(file: PdfFile, signature: PdfDict): 1 | 2 | 3 | undefined {
  const references = file.resolve(signature.get('Reference'));
  if (!Array.isArray(references)) return undefined;
  for (const item of references) {
    const reference = file.resolveDict(item);
    if (reference?.name('TransformMethod') !== 'DocMDP') continue;
    const allowed = file.resolveDict(reference.get('TransformParams'))?.get('P') ?? 2;
    return allowed === 1 || allowed === 2 || allowed === 3 ? allowed : undefined;
  }
  return undefined;
}

/**
 * A file with several signatures is never `intact`. It is `altered` when one of them is broken, or when a certifying one
 * allows no change and does not cover the whole file.
 */
function validateSeveral(validated: SignatureFindings[], reasons: VerdictReason[]): Findings {
  const ownReasons = validated.flatMap(({ reasons: own }) => own);
  const widest = validated.find(({ facts }) => facts.coversWholeFile) ?? validated[0];
  return { reasons: [...reasons, { code: 'several_signatures' }, ...ownReasons], facts: widest?.facts };
}

/** A file with a broken structure may still hold a signature that shows whether its bytes were changed. */
function validateDamaged(
  buffer: Buffer,
  reasons: VerdictReason[],
  limits: ReadingLimits,
  context: ValidationContext,
): Findings {
  const dict = lastSignature(buffer, limits);
  // Without a signature there is no evidence of alteration.
  if (!dict) return { reasons: reasons.filter(({ code }) => verdictReasons[code].outcome === 'unknown') };
  const found = { dict, source: buffer, isCompressed: false };
  if (isDocumentTimestamp(dict))
    return { reasons: [...reasons, ...validateDocumentTimestamp(buffer, found, context)] };
  const validated = validateSignature(buffer, found, context);
  validated.facts.padesBaselineB = false;
  return { reasons: [...reasons, ...validated.reasons], facts: validated.facts };
}

function lastSignature(buffer: Buffer, limits: ReadingLimits): PdfDict | undefined {
  const mark = buffer.lastIndexOf('/ByteRange');
  const start = mark < 0 ? -1 : buffer.lastIndexOf(' obj', mark);
  if (start < 0) return undefined;
  try {
    const dict = new Parser(buffer, new Budget(limits, buffer.length), start + ' obj'.length).value();
    return dict instanceof PdfDict && isSignature(dict) ? dict : undefined;
  } catch (error) {
    if (!(error instanceof PdfFault)) throw error;
    return undefined;
  }
}

/** Each code once, those that mean `altered` first. */
function distinct(reasons: VerdictReason[]): VerdictReason[] {
  const byCode = new Map(reasons.toReversed().map((reason) => [reason.code, reason]));
  const isAltered = ({ code }: VerdictReason) => verdictReasons[code].outcome === 'altered';
  return [...byCode.values()]
    .toReversed()
    .toSorted((one, other) => Number(isAltered(other)) - Number(isAltered(one)));
}
