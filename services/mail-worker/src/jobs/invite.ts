import type { JobHandler, Queue } from '@sello/queue';
import type { Store } from '@sello/store';
import type { InviteSending } from '../sending/invite-sending.ts';
import { runLetter } from './letter.ts';

export interface InviteContext {
  store: Pick<Store, 'invites'>;
  queue: Pick<Queue<'mail-worker'>, 'publish'>;
  sending: InviteSending;
}

/**
 * Sends the letter of an invitation once. Nothing is sent for an invitation that was accepted, revoked or renewed since,
 * or has expired.
 */
export function inviteJob({ store, queue, sending }: InviteContext): JobHandler<'invite'> {
  return {
    async run({ tenantId, inviteId, letterId }, job) {
      const invite = await store.invites.get(tenantId, inviteId);
      if (invite?.state !== 'pending') return;
      await runLetter(invite, letterId, sending, job, async () => {
        // Pages that miss the event show the outcome when they read the list again.
        await queue.publish('invite', { tenantId, inviteId }).catch((error: unknown) => {
          job.log.warn({ err: error }, 'the outcome of a letter could not be published');
        });
      });
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
