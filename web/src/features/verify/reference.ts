import { printCertId, readCertificateReference } from '@sello/contracts';

const numberLength = 26;
const hashLength = 64;

/** A certificate id is shown in groups of four, as it is printed. */
export function shownReference(reference: string): string {
  const read = readCertificateReference(reference);
  return read && 'certId' in read ? printCertId(read.certId) : reference;
}

/** Why a reference is malformed, with its length; undefined when its form is valid. */
export function referenceProblem(
  reference: string,
): { says: 'numberLength' | 'hashLength' | 'form'; length: number } | undefined {
  if (readCertificateReference(reference)) return undefined;
  const text = reference.replace(/[\s\-–·.]/g, '');
  if (/^[0-9a-f]+$/i.test(text) && text.length > numberLength + 6) {
    return { says: 'hashLength', length: text.length };
  }
  if (/^[0-9a-z]+$/i.test(text) && text.length !== numberLength && text.length < hashLength) {
    return { says: 'numberLength', length: text.length };
  }
  return { says: 'form', length: text.length };
}
