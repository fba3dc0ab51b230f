import { createHash } from 'node:crypto';
import { AppError } from '@sello/kit';
import { type IdempotencyKeys, newId } from '@sello/store';

export interface OnceRequest {
  /** The value of the header; without it requests are independent. */
  key: string | undefined;
  /** Caller and call: the same key in another scope is another key. */
  userId: string;
  tenantId: string | null;
  call: string;
  request: { query: unknown; body: unknown; fileHash: string | undefined };
}

/** Runs a request once, however often a client sends it under one key. */
export interface Idempotency {
  /**
   * Answers a repeated request as the first one was answered. `operationId` (24 hex) is generated with the first
   * request and stored, so that a repetition after a crash makes the same record instead of a second one.
   */
  once(request: OnceRequest, run: (operationId: string) => Promise<unknown>): Promise<unknown>;
}

/**
 * How long a process that died keeps its key. A request that only takes longer is safe: what it makes has a stored id.
 */
const leaseMs = 30_000;

export function createIdempotency(keys: IdempotencyKeys): Idempotency {
  return {
    async once({ key, userId, tenantId, call, request }, run) {
      if (key === undefined) return run(newId());
      if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
        throw new AppError('invalid_payload', { details: { header: 'Idempotency-Key' } });
      }
      const scope = { tenantId, userId };
      const name = `${call} ${key}`;
      const bodyHash = hashOf(request);
      const begun = await keys.begin(scope, name, bodyHash, { leaseMs });
      if (begun.outcome === 'running') throw new AppError('idempotency_in_progress');
      if (begun.outcome === 'different') throw new AppError('idempotency_key_reused');
      if (begun.outcome === 'replay') return begun.answer.body;
      try {
        const reply = await run(await keptId(keys, scope, `${name} ${bodyHash}`));
        if (isKept(reply)) await keys.finish(scope, name, { status: 200, body: reply });
        else await keys.abandon(scope, name);
        return reply;
      } catch (error) {
        // The key is released in both cases: a refusal changed nothing, and after a fault the repeated request finds
        // unfinished records by the operation id.
        await keys.abandon(scope, name).catch(() => {});
        throw error;
      }
    },
  };
}

/** Characters of an answer that is kept; asked again for a longer one, the call runs again and makes the same records. */
const keptAtMost = 4 * 1024 * 1024;

function isKept(reply: unknown): boolean {
  return (JSON.stringify(reply) ?? '').length <= keptAtMost;
}

/** SHA-256 over the request; a file counts by its own hash. */
function hashOf({ query, body, fileHash }: OnceRequest['request']): string {
  return createHash('sha256')
    .update(JSON.stringify([query, body ?? null, fileHash ?? null]))
    .digest('hex');
}

type Scope = Parameters<IdempotencyKeys['begin']>[0];

/** The id generated with the first attempt of this request. No other attempt runs: the request's key is held. */
async function keptId(keys: IdempotencyKeys, scope: Scope, name: string): Promise<string> {
  // An id that a crash prevented from being stored was never used: the key is free again at once.
  const begun = await keys.begin(scope, name, 'id', { leaseMs: 1 });
  if (begun.outcome === 'replay') return (begun.answer.body as { operationId: string }).operationId;
  const operationId = newId();
  await keys.finish(scope, name, { status: 200, body: { operationId } });
  return operationId;
}
