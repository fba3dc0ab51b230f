import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AuditAction, limits } from '@sello/contracts';
import { backoffMs, isAppError, type Logger, times } from '@sello/kit';
import { newId, type Store } from '@sello/store';

/** The user of the session, never one named in a request body. */
export interface Actor {
  userId: string;
  email: string;
  name: string | undefined;
  /** The /24 or /48 that the request came from. */
  network?: string | undefined;
}

export interface AuditEntry {
  action: AuditAction;
  /** Id of the object of the action. */
  target?: string | undefined;
  /** Never a student's name: it is read from the student's record. */
  details?: Record<string, unknown>;
}

/** The audit log of actions that have an effect; `auditedCalls` has them all. */
export interface Audit {
  note(tenantId: string, actor: Actor, entry: AuditEntry): Promise<void>;
  /** As `note`, for what an editor does by itself again and again: one line in ten minutes per person and target. */
  noteRepeated(tenantId: string, actor: Actor, entry: AuditEntry & { target: string }): Promise<void>;
  /** Notes in every organization of the person. */
  noteEverywhere(actor: Actor, entry: AuditEntry): Promise<void>;
}

/** How often an entry is written at most: for about seven seconds, in which a database elects another primary. */
const tries = 8;

/** The effect is there already, and many cannot be asked for again: its entry does not get lost with one connection. */
async function keepTrying(append: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await append();
    } catch (error) {
      if (attempt === tries || !isAppError(error, 'unavailable')) throw error;
      await sleep(backoffMs(attempt, times.auditAgain));
    }
  }
}

/** A call fails when its entry cannot be written for several seconds. */
export function createAudit(store: Pick<Store, 'auditLog' | 'tenants'>, log: Logger): Audit {
  function rowOf(tenantId: string | undefined, actor: Actor, { action, target, details }: AuditEntry) {
    log.info({ tenantId, userId: actor.userId, action, target }, 'audit');
    const { userId: actorId, name, email, network } = actor;
    return { actorId, actorName: name ?? email, action, target, details, network };
  }
  return {
    async note(tenantId, actor, entry) {
      const row = { ...rowOf(tenantId, actor, entry), _id: newId() };
      await keepTrying(() => store.auditLog.append(tenantId, row));
    },
    async noteRepeated(tenantId, actor, entry) {
      const period = Math.floor(Date.now() / limits.revisionEveryMs);
      const same = JSON.stringify([tenantId, actor.userId, entry.action, entry.target, period]);
      const _id = createHash('sha256').update(same).digest('hex').slice(0, 24);
      const row = { ...rowOf(tenantId, actor, entry), _id };
      await keepTrying(() => store.auditLog.append(tenantId, row));
    },
    async noteEverywhere(actor, entry) {
      const row = { ...rowOf(undefined, actor, entry), _id: newId() };
      await keepTrying(async () => {
        const tenants = await store.tenants.listOf(actor.userId);
        const tenantIds = tenants.map(({ tenant }) => tenant._id);
        await store.auditLog.acrossTenants.append(tenantIds, row);
      });
    },
  };
}
