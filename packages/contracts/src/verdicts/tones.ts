import type { FileFacts, PublicCertificate } from '../entities/index.ts';

/** How good a fact is. What could not be looked at is `unknown`, which is neither good nor bad. */
export type FactTone = 'ok' | 'warn' | 'bad' | 'unknown';

/** What is said of a file, each apart from the others. */
export type FileFactName = 'file' | 'signature' | 'status';

export function statusTone(state: PublicCertificate['state']): FactTone {
  return state === 'valid' ? 'ok' : state === 'replaced' ? 'warn' : 'bad';
}

export function bytesTone(bytes: FileFacts['bytes']): FactTone {
  return bytes === 'issued' ? 'ok' : bytes === 'changed' ? 'bad' : 'unknown';
}

/** Where what was signed stands and only the data of the signature does not: which of the two ways. */
export function alteration({ reasons: [first] }: FileFacts): 'rewritten' | 'exchanged' | undefined {
  if (first?.code === 'signature_not_issued') return 'exchanged';
  return first?.code === 'signature_rewritten' ? 'rewritten' : undefined;
}
