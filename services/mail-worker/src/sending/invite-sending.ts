import { acceptInviteUrl, isolated, type Language } from '@sello/contracts';
import { isAppError } from '@sello/kit';
import { type Issuer, readIssuer, writeInviteLetter } from '@sello/letters';
import type { InviteRecord, LetterOutcome, Store } from '@sello/store';
import { openAllowance } from './allowance.ts';
import type { SendingDependencies } from './sending.ts';
import type { Message, Outcome } from './transport.ts';
import { classifyAttempt, responseOf } from './verdict.ts';

type Letter = NonNullable<InviteRecord['letter']>;
type InviteSendingDependencies = Omit<SendingDependencies, 'store' | 'blobs'> & {
  store: Omit<SendingDependencies['store'], 'certificates' | 'deliveries'> & {
    invites: Pick<Store['invites'], 'beginLetter' | 'settleLetter'>;
  };
};

/**
 * `stored`: the letter's outcome was written; with `retryAt` it is sent again then. `obsolete`: another run or a change
 * of the invitation came first. `interrupted`: nothing was begun.
 */
export type InviteEnd =
  | { kind: 'stored'; retryAt: Date | undefined }
  | { kind: 'obsolete' }
  | { kind: 'interrupted' };

export interface InviteSending {
  /** Sends a letter that is queued. One that is being sent was left by a process that ended: its outcome is unknown. */
  send(invite: InviteRecord, letter: Letter, signal: AbortSignal): Promise<InviteEnd>;
}

export function createInviteSending(dependencies: InviteSendingDependencies): InviteSending {
  const { store, transport, publicUrl, from, metrics } = dependencies;

  async function settle(invite: InviteRecord, letter: Letter, outcome: LetterOutcome): Promise<InviteEnd> {
    const isStored = await store.invites.settleLetter(invite.tenantId, invite._id, letter, outcome);
    return isStored ? { kind: 'stored', retryAt: outcome.retryAt } : { kind: 'obsolete' };
  }

  async function compose(invite: InviteRecord, letter: Letter, issuer: Issuer): Promise<Message> {
    const { _id, tenantId, email, code, expiresAt, invitedBy, language = 'en' as Language } = invite;
    const [inviter, signing] = await Promise.all([
      store.members.of(tenantId, invitedBy),
      store.signingCertificates.current(tenantId),
    ]);
    const isInviterHere = inviter?.status === 'active';
    const written = writeInviteLetter({
      ...{ language, code, expiresAt, to: email },
      organization: issuer.name,
      logoUrl: issuer.logoUrl,
      inviter: isInviterHere ? inviter.userName.trim() : '',
      inviterAddress: isInviterHere ? inviter.userEmail : '',
      isUnproven: issuer.identity === 'unproven',
      acceptUrl: acceptInviteUrl(_id, publicUrl),
    });
    return {
      messageId: `<${letter.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
      from: { name: isolated(issuer.name), address: from },
      to: { name: '', address: email },
      replyTo: await issuer.contactOf(signing ? { signingCertificateId: signing._id } : {}),
      ...{ subject: written.subject, html: written.html, text: written.text, language: written.locale },
    };
  }

  /** The organization's public data; `null` when the organization is gone. */
  const issuerOf = (tenantId: string): Promise<Issuer | null> =>
    readIssuer(store, tenantId, publicUrl).catch((error: unknown) => {
      if (isAppError(error, 'tenant_not_found')) return null;
      throw error;
    });

  async function transmit(message: Message): Promise<Outcome> {
    const stopTimer = metrics.startMessageTimer();
    const outcome = await transport.send(message);
    stopTimer(outcome.kind);
    return outcome;
  }

  return {
    async send(invite, letter, signal) {
      const { tenantId } = invite;
      if (letter.state === 'sending')
        return settle(invite, letter, { state: 'unknown', code: 'email_unknown' });
      const issuer = await issuerOf(tenantId);
      if (issuer === null) return { kind: 'obsolete' };
      const message = await compose(invite, letter, issuer);
      const release = await transport.slots.acquire(signal).catch(() => null);
      if (release === null) return { kind: 'interrupted' };
      try {
        const counted = { _id: letter.id, state: letter.state, attempts: letter.attempts };
        const allowance = await openAllowance(dependencies, tenantId, issuer.identity, [counted]);
        try {
          const code = allowance.denied(counted);
          if (code !== undefined) return await settle(invite, letter, { state: 'refused', code });
          const begun = await store.invites.beginLetter(tenantId, invite);
          if (begun === null) return { kind: 'obsolete' };
          allowance.recordAttempt(counted);
          const outcome = await transmit(message);
          if (outcome.kind === 'accepted' || outcome.kind === 'refused')
            allowance.recordOutcome(outcome.kind === 'refused');
          return await settle(invite, begun, outcomeOf(outcome, begun.attempts));
        } finally {
          await allowance.close();
        }
      } finally {
        release();
      }
    },
  };
}

/** What an attempt leaves: a mail server that is unavailable is tried again, as for certificates. */
function outcomeOf(outcome: Outcome, attempts: number): LetterOutcome {
  const { verdict } = classifyAttempt(outcome, attempts);
  const reply = responseOf(outcome)?.text;
  const said = reply === undefined ? {} : { reply };
  if (verdict.kind === 'done') return { state: 'sent' };
  if (verdict.kind === 'again') return { state: 'queued', retryAt: verdict.at, ...said };
  const { code } = verdict.error;
  return { state: verdict.delivery === 'unknown' ? 'unknown' : 'refused', code, ...said };
}
