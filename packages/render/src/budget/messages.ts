import type { Design, SignatureFields, SigningAlgorithm } from '@sello/contracts';
import type { OwnFont } from '../fonts/own.ts';
import type { LayoutReport } from '../layout-check.ts';
import type { Stamped } from '../stamp.ts';
import type { StampRow } from '../values.ts';

/** The images that a template is compiled with. */
export interface TemplateImages {
  /** By asset id. */
  assets: ReadonlyMap<string, Uint8Array>;
  /** By the variable that names them, as `CompileOptions.images`. */
  variables: ReadonlyMap<string, Uint8Array>;
}

export type Task =
  | {
      kind: 'compile';
      template: string;
      design: Design;
      images: TemplateImages;
      fonts: readonly OwnFont[];
      isSpecimen: boolean;
    }
  /** Asks for what is compiled already. */
  | { kind: 'compiled'; template: string }
  | { kind: 'check'; template: string; rows: readonly StampRow[] }
  | { kind: 'stamp'; template: string; row: StampRow; signing: SigningTask | undefined };

/** The part of a signer that can be sent to the thread; the private key stays in the main thread. */
export interface SigningTask {
  id: string;
  algorithm: SigningAlgorithm;
  signatureSize: number;
  fields: SignatureFields;
}

export type ToThread =
  | { task: Task }
  | { signature: Uint8Array; signatureSize: number }
  | { signingError: SerializedError };

/** The part of a compiled template that is sent to the main thread. */
export interface CompiledFacts {
  prefix: Uint8Array;
  prefixSha256: string;
  pages: number;
}

export interface SerializedError {
  /** The code of an AppError; undefined for any other error. */
  code: string | undefined;
  message: string;
  details: Record<string, unknown> | undefined;
}

export type FromThread =
  | { compiled: CompiledFacts }
  | { stamped: Stamped }
  /** In the order of the rows. */
  | { reports: LayoutReport[] }
  /** A SHA-256 digest to sign. */
  | { sign: Uint8Array }
  /** The thread has not compiled the template, or has evicted it. */
  | { missing: true }
  | { error: SerializedError };
