import { type ErrorCode, type IdentityKind, platformActor } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import type { DeliveryRecord, MailQuota, Store } from '@sello/store';

export interface AllowanceDependencies {
  store: Pick<Store, 'mailAccounts' | 'auditLog'>;
  /** How many e-mails an organization may send, by its kind of identity. */
  quotas: Record<IdentityKind, MailQuota>;
  log: Logger;
}

/** What a quota must know of a message: `attempts` counts those before, `state` says whether one may be made. */
type Counted = Pick<DeliveryRecord, '_id' | 'attempts'> & { state: string };

/** The part of an organization's quota that one chunk holds. */
export interface Allowance {
  /** Why this delivery is not sent now; `undefined` when it may be. */
  denied(delivery: Counted): ErrorCode | undefined;
  /** Call before a message is sent: the delivery then stays counted. */
  recordAttempt(delivery: Counted): void;
  /** Call with the mail server's answer; only a definite acceptance or refusal counts. */
  recordOutcome(isRefused: boolean): void;
  /** Stores the outcomes of the chunk's e-mails; pauses the organization's mail when too many were refused. */
  close(): Promise<void>;
}

/** Reserves the chunk's mails in the quota. A delivery that was attempted before is already counted. */
export async function openAllowance(
  { store, quotas, log }: AllowanceDependencies,
  tenantId: string,
  identity: IdentityKind,
  deliveries: readonly Counted[],
): Promise<Allowance> {
  const account = await store.mailAccounts.get(tenantId);
  const isPaused = account?.pause !== undefined;
  const fresh = deliveries.filter(({ state, attempts }) => state === 'queued' && attempts === 0);
  const granted = isPaused ? 0 : await store.mailAccounts.take(tenantId, fresh.length, quotas[identity]);
  const overQuota = new Set(fresh.slice(granted).map(({ _id }) => _id));
  const notAttempted = new Set(fresh.slice(0, granted).map(({ _id }) => _id));
  const outcomes: boolean[] = [];

  return {
    denied({ _id, state }) {
      if (state !== 'queued') return undefined;
      if (isPaused) return 'mail_paused';
      return overQuota.has(_id) ? 'mail_quota_reached' : undefined;
    },
    recordAttempt: ({ _id }) => void notAttempted.delete(_id),
    recordOutcome: (isRefused) => void outcomes.push(isRefused),
    async close() {
      await store.mailAccounts.giveBack(tenantId, notAttempted.size);
      if (outcomes.length === 0) return;
      const { pause } = await store.mailAccounts.noteOutcomes(tenantId, outcomes);
      if (pause === undefined || pause.by !== undefined || isPaused) return;
      log.warn(
        { tenantId, reason: pause.reason },
        'mail of an organization paused: too many messages were refused',
      );
      await store.auditLog.append(tenantId, {
        actorId: platformActor,
        actorName: 'Sello',
        action: 'organizations.pause',
        details: { what: 'mail', reason: pause.reason },
      });
    },
  };
}
