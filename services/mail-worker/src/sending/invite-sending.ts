import {
  acceptInviteUrl,
  isolated,
  type Language,
  type StoredLetter,
  writeInviteReference,
} from '@sello/contracts';
import { isAppError } from '@sello/kit';
import { type Issuer, readIssuer, writeInviteLetter } from '@sello/letters';
import type { InviteRecord, Store } from '@sello/store';
import { openAllowance } from './allowance.ts';
import { createLetterSending, type LetterSending } from './letter-sending.ts';
import type { SendingDependencies } from './sending.ts';
import type { Message } from './transport.ts';

export type InviteSending = LetterSending<InviteRecord>;
type InviteSendingDependencies = Omit<SendingDependencies, 'store' | 'blobs'> & {
  store: Omit<SendingDependencies['store'], 'certificates' | 'deliveries'> & Pick<Store, 'invites'>;
};

export function createInviteSending(dependencies: InviteSendingDependencies): InviteSending {
  const { store, publicUrl, from, senders } = dependencies;

  async function write(invite: InviteRecord, letter: StoredLetter, issuer: Issuer): Promise<Message> {
    const { tenantId, email, code, expiresAt, invitedBy, language = 'en' as Language } = invite;
    const [inviter, signing, sender] = await Promise.all([
      store.members.of(tenantId, invitedBy),
      store.signingCertificates.current(tenantId),
      senders.of(tenantId),
    ]);
    const isInviterHere = inviter?.status === 'active';
    const written = writeInviteLetter({
      ...{ language, code, expiresAt, to: email },
      organization: issuer.name,
      logoUrl: issuer.logoUrl,
      inviter: isInviterHere ? inviter.userName.trim() : '',
      inviterAddress: isInviterHere ? inviter.userEmail : '',
      isUnproven: issuer.identity === 'unproven',
      acceptUrl: acceptInviteUrl(writeInviteReference(invite), issuer.onboardingUrl),
    });
    return {
      messageId: `<${letter.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
      from: { name: isolated(issuer.name), address: sender.address },
      ...{ returnPath: from, dkim: sender.dkim },
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

  return createLetterSending(dependencies, {
    letters: store.invites,
    async compose(invite, letter) {
      const issuer = await issuerOf(invite.tenantId);
      if (issuer === null) return null;
      // Nobody can accept it. It does not wait for an owner who may restore the organization: a person sends it again.
      if (issuer.isDeleted) return { refused: 'organization_deleted' };
      return {
        message: await write(invite, letter, issuer),
        openAllowance: (counted) => openAllowance(dependencies, invite.tenantId, issuer.identity, [counted]),
      };
    },
  });
}
