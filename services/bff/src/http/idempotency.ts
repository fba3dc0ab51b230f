import { createHash } from 'node:crypto';
import { AppError } from '@sello/kit';
import { type IdempotencyKeys, newId } from '@sello/store';

export interface OnceRequest {
  /** The header; without it every request is its own. */
  key: string | undefined;
  /** Who calls what: the same key elsewhere is another key. */
  userId: string;
  tenantId: string | null;
  call: string;
  request: { query: unknown; body: unknown; fileHash: string | undefined };
}

/** Runs once what a client may ask for several times under one key. */
export interface Idempotency {
  /**
   * Answers a repeated request as the first one was answered. `operationId` (24 hex) is drawn with the first request
   * and kept, so that one taken up again after a crash makes the same record instead of a second one.
   */
  once(request: OnceRequest, run: (operationId: string) => Promise<unknown>): Promise<unknown>;
}

/** How long a process that died keeps its key. One that merely takes longer is safe: what it makes has a kept id. */
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
        // The key is free again either way: a refusal changed nothing, and what a fault left half done is found by its
        // operation id when the request comes again.
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

/** SHA-256 over what was asked; a file counts by its own hash. */
function hashOf({ query, body, fileHash }: OnceRequest['request']): string {
  return createHash('sha256')
    .update(JSON.stringify([query, body ?? null, fileHash ?? null]))
    .digest('hex');
}

type Scope = Parameters<IdempotencyKeys['begin']>[0];

/** The id drawn when this very request first came. Nobody else is here: the request's own key is held. */
async function keptId(keys: IdempotencyKeys, scope: Scope, name: string): Promise<string> {
  // An id that a crash kept from being written down was never used: it is free again at once.
  const begun = await keys.begin(scope, name, 'id', { leaseMs: 1 });
  if (begun.outcome === 'replay') return (begun.answer.body as { operationId: string }).operationId;
  const operationId = newId();
  await keys.finish(scope, name, { status: 200, body: { operationId } });
  return operationId;
}
