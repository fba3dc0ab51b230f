// The signature dictionary as this platform writes it (`signing.ts` of contracts). All of it but Contents is signed.
import { signatureNames, signatureTexts } from '@sello/contracts';
import { PdfDict, type PdfValue } from './read/values.ts';

const NEEDED = ['ByteRange', 'Contents', 'Reference', 'M', ...Object.keys(signatureNames)];
const TEXTS = Object.keys(signatureTexts);

/** Whether a signature dictionary has the entries that ours have, no others, and certifies as ours do. */
export function isOwnDictionary(dict: PdfDict): boolean {
  const keys = [...dict.entries.keys()];
  return (
    NEEDED.every((key) => dict.has(key)) &&
    keys.every((key) => NEEDED.includes(key) || TEXTS.includes(key)) &&
    Object.entries(signatureNames).every(([key, name]) => dict.name(key) === name) &&
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
