// Finds the signatures of a file and the references to them. Every object is examined, not only the fields of the form,
// so that a signature that a forger has detached is found as well.
import { PdfFault } from './read/budget.ts';
import type { PdfFile } from './read/file.ts';
import { PdfDict, PdfRef, type PdfValue } from './read/values.ts';

export interface FoundSignature {
  /** Number of its object; absent when it is inside another object. */
  number?: number;
  dict: PdfDict;
  /** The bytes that the offsets of its strings refer to. */
  source: Uint8Array;
  isCompressed: boolean;
}

export interface Scan {
  signatures: FoundSignature[];
  /** By object number: how many dictionaries refer to the object in their entry V. */
  referrers: Map<number, number>;
}

const MAX_SIGNATURES = 64;

/** Throws PdfFault. */
export function scanFile(file: PdfFile): Scan {
  const scan: Scan = { signatures: [], referrers: new Map() };
  for (const [number, entry] of file.xref.entries) {
    if (entry.kind === 'free') continue;
    const { value, source, isCompressed } = file.object(number);
    const visit = (inner: PdfValue, isTop: boolean): void => {
      if (Array.isArray(inner)) for (const item of inner) visit(item, false);
      if (!(inner instanceof PdfDict)) return;
      if (isSignature(inner)) {
        scan.signatures.push({ ...(isTop && { number }), dict: inner, source, isCompressed });
        if (scan.signatures.length > MAX_SIGNATURES) throw new PdfFault('too_complex', 'too many signatures');
      }
      const target = inner.get('V');
      if (target instanceof PdfRef) {
        scan.referrers.set(target.number, (scan.referrers.get(target.number) ?? 0) + 1);
      }
      for (const item of inner.entries.values()) visit(item, false);
    };
    visit(value, true);
  }
  return scan;
}

/** Whether a dictionary is a signature: by its ByteRange, which every signature needs, or by its Type. */
export function isSignature(dict: PdfDict): boolean {
  const type = dict.name('Type');
  return dict.has('ByteRange') || type === 'Sig' || type === 'DocTimeStamp';
}

/** The signature fields of the form, at any depth, whose value is the object of this number. Throws PdfFault. */
export function fieldsOf(file: PdfFile, signature: number, maxDepth: number): PdfDict[] {
  const found: PdfDict[] = [];
  const seen = new Set<number>();
  const walk = (value: PdfValue | undefined, inherited: string | undefined, depth: number): void => {
    if (depth > maxDepth) throw new PdfFault('too_complex', 'fields nested too deeply');
    const list = file.resolve(value);
    if (!Array.isArray(list)) return;
    for (const item of list) {
      // A field may have two parents or contain itself; it is examined once.
      if (item instanceof PdfRef && seen.has(item.number)) continue;
      if (item instanceof PdfRef) seen.add(item.number);
      const field = file.resolveDict(item);
      if (!field) continue;
      const type = field.name('FT') ?? inherited;
      const target = field.get('V');
      if (type === 'Sig' && target instanceof PdfRef && target.number === signature) found.push(field);
      walk(field.get('Kids'), type, depth + 1);
    }
  };
  const catalog = file.resolveDict(file.xref.trailer.get('Root'));
  walk(file.resolveDict(catalog?.get('AcroForm'))?.get('Fields'), undefined, 0);
  return found;
}
