import type { Design, SignatureFields, SigningAlgorithm } from '@sello/contracts';
import type { Stamped } from '../stamp.ts';
import type { StampRow } from '../values.ts';

/** What the render thread is started with. */
export interface ThreadSetting {
  folder: string | undefined;
}

export type Task =
  | { kind: 'compile'; template: string; design: Design; images: Map<string, Uint8Array> }
  | { kind: 'stamp'; template: string; row: StampRow; signing: SigningTask | undefined };

/** A signer as far as it can be sent: it signs where its key is. */
export interface SigningTask {
  id: string;
  algorithm: SigningAlgorithm;
  signatureSize: number;
  fields: SignatureFields;
}

export type ToThread = { task: Task } | { signature: Uint8Array } | { unsigned: ThrownError };

/** What is kept of a compiled template outside the thread. */
export interface CompiledFacts {
  prefix: Uint8Array;
  prefixSha256: string;
  pages: number;
}

export interface ThrownError {
  /** Of the closed list; undefined for a fault. */
  code: string | undefined;
  message: string;
  details: Record<string, unknown> | undefined;
}

export type FromThread =
  | { compiled: CompiledFacts }
  | { stamped: Stamped }
  | { sign: Uint8Array }
  /** The thread does not know the template: it is compiled first. */
  | { missing: true }
  | { error: ThrownError };
