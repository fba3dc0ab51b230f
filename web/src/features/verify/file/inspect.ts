import type { CheckedFacts, ErasedCertificate, PublicCertificate } from '@sello/contracts';
import { hashOf } from '../hash.ts';
import { certIdIn } from './marker.ts';

export { kindOf } from './kind.ts';

type Known = PublicCertificate | ErasedCertificate | null;

/**
 * What a file's hash and the number inside it say, without sending the file: exactly an issued one, another file with the
 * number of one, or nothing of ours.
 */
export async function checkByHash(
  file: Blob,
  lookUp: (reference: string) => Promise<Known>,
): Promise<{ facts: CheckedFacts; certificate: Known }> {
  const exact = await lookUp(await hashOf(file));
  if (exact) return { facts: { bytes: 'issued' }, certificate: exact };
  const named = certIdIn(new Uint8Array(await file.arrayBuffer()));
  const certificate = named === undefined ? null : await lookUp(named);
  return { facts: { bytes: certificate ? 'changed' : 'unknown' }, certificate };
}
