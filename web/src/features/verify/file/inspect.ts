import type { CheckedFacts, ErasedCertificate, PublicCertificate, ReadNumbers } from '@sello/contracts';
import { hashOf } from '../hash.ts';
import { kindOf } from './kind.ts';
import { readNumbers } from './read-numbers.ts';

export { kindOf } from './kind.ts';

type Known = PublicCertificate | ErasedCertificate | null;

/**
 * What a file's hash and the numbers inside it say, without sending the file: exactly an issued one, another file with the
 * numbers of some, or nothing of ours. In a file that is no PDF nothing is looked for.
 */
export async function checkByHash(
  file: Blob,
  lookUp: (reference: string) => Promise<Known>,
  signal: AbortSignal,
  read: (data: Uint8Array<ArrayBuffer>, signal: AbortSignal) => Promise<ReadNumbers> = readNumbers,
): Promise<{ facts: CheckedFacts; certificate: Known }> {
  const exact = await lookUp(await hashOf(file));
  if (exact) return { facts: { bytes: 'issued' }, certificate: exact };
  if ((await kindOf(file)) !== 'pdf') return { facts: { bytes: 'unknown' }, certificate: null };
  const numbers = await read(new Uint8Array(await file.arrayBuffer()), signal);
  if (numbers.read !== 'done')
    return { facts: { bytes: 'unknown', numbers: { read: numbers.read, found: [] } }, certificate: null };
  const known = (await Promise.all(numbers.named.map(lookUp))).filter((one) => one !== null);
  const found = known.map(({ certId }) => certId);
  const [certificate = null] = known;
  return {
    facts: { bytes: certificate ? 'changed' : 'unknown', numbers: { read: 'done', found } },
    certificate,
  };
}
