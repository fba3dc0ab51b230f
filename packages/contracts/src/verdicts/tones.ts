import type { FileFacts, PublicCertificate } from '../entities/index.ts';

/** The rating of a fact. `unknown`: it was not checked, which is neither good nor bad. */
export type FactTone = 'ok' | 'warn' | 'bad' | 'unknown';

/** The independent facts about a file. */
export type FileFactName = 'file' | 'signature' | 'status';

export function statusTone(state: PublicCertificate['state'] | 'erased'): FactTone {
  return state === 'valid' ? 'ok' : state === 'replaced' || state === 'erased' ? 'warn' : 'bad';
}

export function bytesTone(bytes: FileFacts['bytes']): FactTone {
  return bytes === 'issued' ? 'ok' : bytes === 'changed' ? 'bad' : 'unknown';
}

/** For an intact signed content with altered signature data: whether it was rewritten or exchanged. Else undefined. */
export function alteration({ reasons: [first] }: FileFacts): 'rewritten' | 'exchanged' | undefined {
  if (first?.code === 'signature_not_issued') return 'exchanged';
  return first?.code === 'signature_rewritten' ? 'rewritten' : undefined;
}
