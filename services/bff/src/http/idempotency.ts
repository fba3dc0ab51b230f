import { createHash } from 'node:crypto';
import { AppError, times } from '@sello/kit';
import { type IdempotencyKeys, newId } from '@sello/store';

export interface OnceRequest {
  /** The value of the Idempotency-Key header; without it requests are independent. */
  key: string | undefined;
  /** User, tenant and call are the scope of the key. */
  userId: string;
  tenantId: string | null;
  call: string;
  request: { query: unknown; body: unknown; fileHash: string | undefined };
}

/** Runs a request once, even if a client sends it several times with the same key. */
export interface Idempotency {
  /**
   * Replays the stored answer for a repeated request. `operationId` (24 hex digits) is generated for the first request and
   * stored, so that a repetition after a crash creates the same record instead of a second one. Throws
   * `idempotency_in_progress`, `idempotency_key_reused`, `invalid_payload` for a malformed key.
   */
  once(request: OnceRequest, run: (operationId: string) => Promise<unknown>): Promise<unknown>;
}

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
      const begun = await keys.begin(scope, name, bodyHash, { leaseMs: times.idempotencyLeaseMs });
      if (begun.outcome === 'running') throw new AppError('idempotency_in_progress');
      if (begun.outcome === 'different') throw new AppError('idempotency_key_reused');
      if (begun.outcome === 'replay') return begun.answer.body;
      try {
        const reply = await run(await storedOperationId(keys, scope, `${name} ${bodyHash}`));
        if (isStorable(reply)) await keys.finish(scope, name, { status: 200, body: reply });
        else await keys.abandon(scope, name);
        return reply;
      } catch (error) {
        // The key is released after errors of the request, which changed nothing, and after faults, where the repeated
        // request finds unfinished records by the operation id.
        await keys.abandon(scope, name).catch(() => {});
        throw error;
      }
    },
  };
}

/** Maximum length of a stored answer, in characters. For a longer one a repeated call runs again with the same ids. */
const maxStoredLength = 4 * 1024 * 1024;

function isStorable(reply: unknown): boolean {
  return (JSON.stringify(reply) ?? '').length <= maxStoredLength;
}

/** SHA-256 of the request, with a file represented by its own hash. */
function hashOf({ query, body, fileHash }: OnceRequest['request']): string {
  return createHash('sha256')
    .update(JSON.stringify([query, body ?? null, fileHash ?? null]))
    .digest('hex');
}

type Scope = Parameters<IdempotencyKeys['begin']>[0];

/** The id generated for the first attempt of this request. No other attempt runs concurrently, as the key is locked. */
async function storedOperationId(keys: IdempotencyKeys, scope: Scope, name: string): Promise<string> {
  // The lease is minimal: an id that was not stored because of a crash was never used.
  const begun = await keys.begin(scope, name, 'id', { leaseMs: 1 });
  if (begun.outcome === 'replay') return (begun.answer.body as { operationId: string }).operationId;
  const operationId = newId();
  await keys.finish(scope, name, { status: 200, body: { operationId } });
  return operationId;
}
