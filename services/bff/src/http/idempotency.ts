import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@sello/kit';
import type { IdempotencyKeys } from '@sello/store';

export interface OnceRequest {
  /** The header; without it every request is its own. */
  key: string | undefined;
  /** Who calls what: the same key elsewhere is another key. */
  userId: string;
  tenantId: string | null;
  call: string;
  request: { query: unknown; body: unknown; file: Uint8Array | undefined };
}

/** Runs once what a client may ask for several times under one key. */
export interface IdempotencyDesk {
  /**
   * Answers a repeated request as the first one was answered. `operationId` (24 hex) follows from the key, so that a
   * request taken up again after a crash makes the same record instead of a second one.
   */
  once(request: OnceRequest, run: (operationId: string) => Promise<unknown>): Promise<unknown>;
}

export function createIdempotencyDesk(keys: IdempotencyKeys): IdempotencyDesk {
  return {
    async once({ key, userId, tenantId, call, request }, run) {
      if (key === undefined) return run(randomBytes(12).toString('hex'));
      if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
        throw new AppError('invalid_payload', { details: { header: 'Idempotency-Key' } });
      }
      const scope = { tenantId, userId };
      const name = `${call} ${key}`;
      const bodyHash = hashOf(request);
      const begun = await keys.begin(scope, name, bodyHash);
      if (begun.outcome === 'running') throw new AppError('idempotency_in_progress');
      if (begun.outcome === 'different') throw new AppError('idempotency_key_reused');
      if (begun.outcome === 'replay') return begun.answer.body;
      try {
        const reply = await run(operationIdOf(userId, tenantId ?? '', name, bodyHash));
        await keys.finish(scope, name, { status: 200, body: reply });
        return reply;
      } catch (error) {
        // The key is free again either way: a refusal changed nothing, and what a fault left half done is found by its
        // operation id when the request comes again.
        await keys.abandon(scope, name).catch(() => {});
        throw error;
      }
    },
  };
}

/** SHA-256 over what was asked; a file counts by its own hash. */
function hashOf({ query, body, file }: OnceRequest['request']): string {
  const fileHash = file === undefined ? null : createHash('sha256').update(file).digest('hex');
  return createHash('sha256')
    .update(JSON.stringify([query, body ?? null, fileHash]))
    .digest('hex');
}

function operationIdOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);
}
