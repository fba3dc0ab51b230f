// Layers (ISO 32000-1, 8.11): content that is visible by default stays, hidden content is left out.
import type { PdfFile } from '../read/file.ts';
import { PdfDict, PdfName, PdfRef, type PdfValue } from '../read/values.ts';

const maxDepth = 16;

export interface Layers {
  /** Number of layers that are hidden by default. */
  hidden: number;
  /** Whether content with this entry OC is shown. */
  isShown(content: PdfValue | undefined): boolean;
}

export function layersOf(file: PdfFile): Layers {
  const properties = file.dict(file.catalog.get('OCProperties'));
  const setting = file.dict(properties?.get('D'));
  const refs = (value: PdfValue | undefined): number[] =>
    file.array(value).flatMap((item) => (item instanceof PdfRef ? [item.number] : []));
  const all = refs(properties?.get('OCGs'));
  const isOff = new Set(setting?.name('BaseState') === 'OFF' ? all : []);
  for (const number of refs(setting?.get('ON'))) isOff.delete(number);
  for (const number of refs(setting?.get('OFF'))) isOff.add(number);

  /** A visibility expression (8.11.2.2). */
  function holds(value: PdfValue | undefined, depth: number): boolean {
    if (value instanceof PdfRef && !Array.isArray(file.resolve(value))) return !isOff.has(value.number);
    const [operator, ...operands] = file.array(value);
    if (depth > maxDepth || !(operator instanceof PdfName)) return true;
    const results = operands.slice(0, 1_000).map((operand) => holds(operand, depth + 1));
    if (operator.text === 'Not') return !results[0];
    return operator.text === 'Or' ? results.some(Boolean) : results.every(Boolean);
  }

  function isMembershipShown(dict: PdfDict): boolean {
    if (dict.get('VE') !== undefined) return holds(dict.get('VE'), 0);
    const groups = dict.get('OCGs');
    const members = Array.isArray(file.resolve(groups))
      ? refs(groups)
      : groups instanceof PdfRef
        ? [groups.number]
        : [];
    if (members.length === 0) return true;
    const policy = dict.name('P') ?? 'AnyOn';
    if (policy === 'AllOn') return members.every((number) => !isOff.has(number));
    if (policy === 'AnyOff') return members.some((number) => isOff.has(number));
    if (policy === 'AllOff') return members.every((number) => isOff.has(number));
    return members.some((number) => !isOff.has(number));
  }

  return {
    hidden: isOff.size,
    isShown(content) {
      if (content === undefined) return true;
      const dict = file.resolve(content);
      if (!(dict instanceof PdfDict)) return true;
      if (dict.name('Type') === 'OCMD') return isMembershipShown(dict);
      return !(content instanceof PdfRef) || !isOff.has(content.number);
    },
  };
}
