import type { Logger } from '@sello/kit';
import type { Store } from '@sello/store';

/** The user of the session, never one named in a request body. */
export interface Actor {
  userId: string;
  email: string;
  name: string | undefined;
}

export interface AuditEntry {
  /** `<resource>.<fn>` as in the contracts. */
  action: string;
  /** Id of the object of the action. */
  target?: string | undefined;
  details?: Record<string, unknown>;
}

/** The audit log of actions that affect trust: issuing, revoking, keys, settings, members. */
export interface Audit {
  note(tenantId: string, actor: Actor, entry: AuditEntry): Promise<void>;
}

/** A call fails when its entry cannot be written. */
export function createAudit(store: Pick<Store, 'auditLog'>, log: Logger): Audit {
  return {
    async note(tenantId, actor, { action, target, details }) {
      log.info({ tenantId, userId: actor.userId, action, target }, 'audit');
      await store.auditLog.append(tenantId, {
        actorId: actor.userId,
        actorName: actor.name ?? actor.email,
        action,
        target,
        details,
      });
    },
  };
}
