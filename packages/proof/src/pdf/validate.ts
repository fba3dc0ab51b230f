// Validation of a file. Only a file that passes every rule is `intact`; a file that cannot be read or is not understood is
// `unknown`, neither `altered` nor `intact`.
import { createHash } from 'node:crypto';
import { verdictReasons } from '@sello/contracts/verdict-reasons';
import {
  isFinding,
  outcomeOf,
  type PdfVerdict,
  type SignatureFacts,
  type VerdictReason,
} from '../verdict.ts';
import { RangeDigests } from './range-digests.ts';
import { Budget, defaultLimits, PdfFault, type ReadingLimits } from './read/budget.ts';
import { PdfFile } from './read/file.ts';
import { Parser } from './read/parse.ts';
import { PdfDict, PdfRef } from './read/values.ts';
import { type FoundSignature, fieldsOf, isSignature, scanFile } from './scan.ts';
import { type SignatureFindings, type ValidationContext, validateSignature } from './signature.ts';

export interface ValidateOptions extends Partial<ReadingLimits> {
  now?: Date;
  /** Certificates (DER) of the known timestamp authorities. Default: none. */
  timestampAuthorities?: readonly Uint8Array[];
  /** A text to search for in the bytes; the text after its last occurrence becomes `marked` of the verdict. */
  marker?: string;
}

/** How many characters after the marker the verdict contains. */
const MARKED_LENGTH = 64;

const HEADER = /^%PDF-[12]\.\d[\t ]*[\r\n]/;
/** The end of a file: the offset of its cross-reference, the end-of-file marker and at most one end of line. */
const TAIL = /startxref[\t\n\f\r ]+(\d{1,15})[\t\n\f\r ]+%%EOF(?:\r\n|\r|\n)?$/;
const MAX_TAIL = 64;

/** Validates a file in the calling thread. Does not throw for any content of the bytes. */
export function validatePdf(
  bytes: Uint8Array,
  { now = new Date(), timestampAuthorities: authorities = [], marker, ...limits }: ValidateOptions = {},
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
    ...markedText(bytes, marker),
  };
}

function markedText(bytes: Uint8Array, marker: string | undefined): { marked?: string } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = marker === undefined ? -1 : buffer.lastIndexOf(marker);
  if (marker === undefined || at < 0) return {};
  const start = at + Buffer.byteLength(marker);
  return { marked: buffer.toString('latin1', start, start + MARKED_LENGTH) };
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
  given: Omit<ValidationContext, 'digests'>,
): Findings {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const budget = new Budget(limits, bytes.length);
  const context = { ...given, digests: new RangeDigests(bytes, budget) };
  if (!HEADER.test(buffer.toString('latin1', 0, 16))) {
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
  const { signatures, referrers } = scanFile(file);
  if (!file.resolveDict(file.xref.trailer.get('Root'))) throw new PdfFault('unreadable', 'no catalog');
  const [first] = signatures;
  if (!first) {
    const hasTraces = buffer.includes('/ByteRange');
    // The structure of an unsigned file is not reported.
    return { reasons: [{ code: hasTraces ? 'signature_hidden' : 'no_signature' }] };
  }
  const validated = signatures.map((found) =>
    validateInDocument(buffer, file, found, referrers, limits, context),
  );
  if (signatures.length === 1) {
    const [only] = validated;
    return { reasons: [...reasons, ...(only?.reasons ?? [])], facts: only?.facts };
  }
  return validateSeveral(validated, reasons);
}

function validateInDocument(
  buffer: Buffer,
  file: PdfFile,
  found: FoundSignature,
  referrers: ReadonlyMap<number, number>,
  limits: ReadingLimits,
  context: ValidationContext,
): SignatureFindings {
  const { reasons, facts } = validateSignature(buffer, found, context);
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
  if ((allowed !== undefined) !== isCertified || (certified !== undefined && !isCertified)) {
    reasons.push({ code: 'certification_unclear' });
  }
  if (!reasons.every(isFinding)) facts.padesBaselineB = false;
  return { reasons, facts };
}

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
  const ownReasons = validated.flatMap(({ reasons: own, facts }) =>
    own.filter(({ code }) => code !== 'not_whole_file' || facts.docMdp === 1),
  );
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
  const validated = validateSignature(buffer, { dict, source: buffer, isCompressed: false }, context);
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
