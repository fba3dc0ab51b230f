// The signature dictionary as Sello writes it (`signing.ts` of contracts). All of it except Contents is signed.
import { signatureNames, signatureTexts } from '@sello/contracts/signature-dictionary';
import { PdfDict, type PdfValue } from './read/values.ts';

const REQUIRED = ['ByteRange', 'Contents', 'Reference', 'M', ...Object.keys(signatureNames)];
const TEXTS = Object.keys(signatureTexts);

/** Whether a signature dictionary has exactly the entries that Sello writes, and the same certification. */
export function isOwnDictionary(dict: PdfDict): boolean {
  const keys = [...dict.entries.keys()];
  return (
    REQUIRED.every((key) => dict.has(key)) &&
    keys.every((key) => REQUIRED.includes(key) || TEXTS.includes(key)) &&
    Object.entries(signatureNames).every(([key, name]) => dict.name(key) === name) &&
    allowsNoChange(dict.get('Reference'))
  );
}

/** Whether the only reference is a DocMDP certification that allows no change (ISO 32000-1, tables 253 and 254). */
function allowsNoChange(references: PdfValue | undefined): boolean {
  const [reference, ...others] = Array.isArray(references) ? references : [];
  if (!(reference instanceof PdfDict) || others.length > 0) return false;
  const parameters = reference.get('TransformParams');
  return (
    reference.name('TransformMethod') === 'DocMDP' &&
    parameters instanceof PdfDict &&
    parameters.get('P') === 1
  );
}
