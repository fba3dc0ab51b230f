import type { JobHandler, Queue } from '@sello/queue';
import type { Store } from '@sello/store';
import type { InviteSending } from '../sending/invite-sending.ts';

export interface InviteContext {
  store: Pick<Store, 'invites'>;
  queue: Pick<Queue<'mail-worker'>, 'publish'>;
  sending: InviteSending;
}

/** Delay of a job that is interrupted before anything was sent, ms. */
const interruptedMs = 1_000;

/**
 * Sends the letter of an invitation once. Nothing is sent for an invitation that was accepted, revoked or renewed since,
 * or has expired.
 */
export function inviteJob({ store, queue, sending }: InviteContext): JobHandler<'invite'> {
  return {
    async run({ tenantId, inviteId, letterId }, { signal, log, handBack }) {
      const invite = await store.invites.get(tenantId, inviteId);
      const letter = invite?.letter;
      if (!letter || letter.id !== letterId || invite.state !== 'pending') return;
      if (letter.state !== 'queued' && letter.state !== 'sending') return;
      const waitMs = (letter.retryAt?.getTime() ?? 0) - Date.now();
      if (waitMs > 0) handBack(waitMs);

      const end = await sending.send(invite, letter, signal);
      if (end.kind === 'interrupted') return handBack(interruptedMs);
      if (end.kind === 'obsolete') return;
      // Pages that miss the event show the outcome when they read the list again.
      await queue.publish('invite', { tenantId, inviteId }).catch((error: unknown) => {
        log.warn({ err: error }, 'the outcome of a letter could not be published');
      });
      if (end.retryAt) handBack(Math.max(0, end.retryAt.getTime() - Date.now()));
    },
    // The letter waits for the reconciler.
    giveUp: async () => undefined,
  };
}

/** Enqueues letters that the queue has lost or never got. */
export async function enqueueDueInvites({
  store,
  queue,
}: {
  store: Pick<Store, 'invites'>;
  queue: Pick<Queue, 'enqueue'>;
}): Promise<void> {
  for (const { tenantId, _id, letter } of await store.invites.acrossTenants.lettersDue()) {
    await queue.enqueue('invite', { tenantId, inviteId: _id, letterId: letter!.id });
  }
}
