// The signature dictionary as this platform writes it, here and in `render`. All of it but Contents is signed.
import { PdfDict, type PdfValue } from './read/values.ts';

const NAMES = { Type: 'Sig', Filter: 'Adobe.PPKLite', SubFilter: 'ETSI.CAdES.detached' } as const;
const NEEDED = ['ByteRange', 'Contents', 'Reference', 'M', ...Object.keys(NAMES)];
const TEXTS = ['Name', 'Reason', 'Location', 'ContactInfo'];

/** Whether a signature dictionary has the entries that ours have, no others, and certifies as ours do. */
export function isOwnDictionary(dict: PdfDict): boolean {
  const keys = [...dict.entries.keys()];
  return (
    NEEDED.every((key) => dict.has(key)) &&
    keys.every((key) => NEEDED.includes(key) || TEXTS.includes(key)) &&
    Object.entries(NAMES).every(([key, name]) => dict.name(key) === name) &&
    certifiesAsOurs(dict.get('Reference'))
  );
}

function certifiesAsOurs(references: PdfValue | undefined): boolean {
  const [reference, ...others] = Array.isArray(references) ? references : [];
  if (!(reference instanceof PdfDict) || others.length > 0) return false;
  const parameters = reference.get('TransformParams');
  return (
    reference.name('TransformMethod') === 'DocMDP' &&
    parameters instanceof PdfDict &&
    parameters.get('P') === 1
  );
}
