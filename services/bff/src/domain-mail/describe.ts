import { type Domain, type DomainMail, otherSelector, sendsInOwnName } from '@sello/contracts';
import { readIssuer } from '@sello/letters';
import type { DomainRecord } from '@sello/store';
import type { Context } from '../context.ts';
import { domainView } from '../views/tenant.ts';

type MailContext = Pick<Context, 'store' | 'links' | 'mailFrom'>;

/** A domain on the wire, with the name that its organization's e-mails go out under. */
export async function describeDomain(context: MailContext, record: DomainRecord): Promise<Domain> {
  return domainView(record, await describeMail(context, record));
}

async function describeMail(
  { store, links, mailFrom }: MailContext,
  { tenantId, domain, status, settings, mail }: DomainRecord,
): Promise<DomainMail | undefined> {
  if (mail === undefined) return undefined;
  const [issuer, signing] = await Promise.all([
    readIssuer(store, tenantId, links.publicUrl),
    store.signingCertificates.current(tenantId),
  ]);
  const replyTo = await issuer.contactOf(signing ? { signingCertificateId: signing._id } : {});
  const { localPart, selector, rotatesAt, dmarc } = mail;
  const isOwn = sendsInOwnName({ status, settings, mail });
  return {
    localPart,
    sendsAs: isOwn ? 'domain' : 'platform',
    address: isOwn ? `${localPart}@${domain}` : mailFrom,
    platformAddress: mailFrom,
    ...(replyTo !== undefined && { replyTo }),
    selectors: [
      { selector, state: 'active' },
      { selector: otherSelector(selector), state: 'next', takesOverAt: rotatesAt.toISOString() },
    ],
    dmarc,
  };
}
