import { type Platform, registrableDomain, withCurrentRecords } from '@sello/domains';
import type { Logger } from '@sello/kit';
import type { JobHandler, Queue } from '@sello/queue';
import type { DomainRecord, MailDomainRecord, Store } from '@sello/store';
import { askTxtOf } from '../checking/ask-txt.ts';
import { checkRecords } from '../checking/check.ts';
import { checkMail } from '../checking/check-mail.ts';
import { decide, mailCheckAt } from '../checking/schedule.ts';
import type { NameServer } from '../dns/ask.ts';
import type { Hosts } from '../hosting/hosts.ts';

export interface DomainDependencies {
  store: Pick<Store, 'domains' | 'domainMails'>;
  queue: Pick<Queue<'domain-worker'>, 'publish'>;
  servers: readonly NameServer[];
  /** Where custom domains are to point. */
  platform(): Promise<Platform>;
  hosts: Pick<Hosts, 'configure'>;
  log: Logger;
  /** Called with each status that a check ended in. */
  checked(status: string): void;
}

/**
 * Looks up the records of one domain and sees that its host is configured; stores the result and the status, and publishes
 * it to the tenant's screens. A name whose host is not configured is not verified: nobody could open it.
 */
export function domainJob(dependencies: DomainDependencies): JobHandler<'domain'> {
  const { store, queue, servers, hosts, log, checked } = dependencies;

  /** With the records that it has to have now; `null` when it was removed or checked meanwhile. */
  async function current(tenantId: string, domainId: string): Promise<DomainRecord | null> {
    const domain = await store.domains.get(tenantId, domainId);
    if (domain === null) return null;
    const wanted = withCurrentRecords(domain, await dependencies.platform());
    if (wanted === domain.dnsRecords) return domain;
    return store.domains.replaceRecords(tenantId, domain, wanted);
  }

  /** The records of the e-mails of a domain that is verified and was set to send them, in a check of their own. */
  async function checkMailOf(domain: DomainRecord): Promise<void> {
    const { tenantId, _id, status, settings, mail } = domain;
    if (status !== 'verified' || !settings.useInEmails || mail === undefined) return;
    const named = { ...domain, mail } satisfies MailDomainRecord;
    const check = await checkMail(askTxtOf(servers), named, registrableDomain(domain.domain));
    const noted = await store.domainMails.recordCheck(tenantId, _id, mail.rev, check);
    if (noted !== null && check.isReady !== mail.isReady)
      log.info({ tenantId, domainId: _id, ownName: check.isReady }, 'the sender of e-mails changed');
  }

  return {
    async run({ tenantId, domainId }) {
      const domain = await current(tenantId, domainId);
      if (domain === null) return;
      const checkedAt = new Date();
      const [check, isHosted] = await Promise.all([
        checkRecords(servers, domain.dnsRecords, checkedAt),
        hosts.configure(domain),
      ]);
      const isUnhosted = !isHosted && domain.status !== 'verified';
      const finding = isUnhosted && check.finding === 'correct' ? 'unknown' : check.finding;
      await store.domains.noteAnswers(tenantId, domainId, check.answers);
      const decision = decide(domain, finding, new Date());
      const mailAt = decision.status === 'verified' ? mailCheckAt(domain, checkedAt) : null;
      const noted = await store.domains.recordCheck(tenantId, domainId, {
        ...decision,
        nextCheckAt: earlier(decision.nextCheckAt, mailAt),
        dnsRecords: check.dnsRecords,
        checkedAt,
      });
      if (noted === null) return;
      checked(noted.status);
      if (noted.status !== domain.status) {
        log.info({ tenantId, domainId, from: domain.status, to: noted.status }, 'domain status changed');
      }
      await checkMailOf(noted);
      await queue.publish('domain', { tenantId, status: noted.status });
    },

    /** The domain stays due, so the reconciler enqueues it again. */
    async giveUp({ tenantId, domainId }, error) {
      log.error({ err: error, tenantId, domainId }, 'domain check failed');
    },
  };
}

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one !== null && other !== null && other < one ? other : one;
