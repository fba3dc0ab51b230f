import type { HostingProvider } from '@sello/domains';
import type { Logger } from '@sello/kit';
import type { DomainRecord, Store } from '@sello/store';

export interface Hosts {
  /**
   * Makes the provider answer for a domain when it does not yet, such as after the process that should have died, and
   * stores the state. Resolves to whether it does.
   */
  configure(domain: DomainRecord): Promise<boolean>;
  /** Makes the provider forget the hosts of domains that were deleted. */
  removeDue(): Promise<void>;
}

/** What is left to do at the hosting provider. */
export function createHosts({
  store,
  hosting,
  log,
}: {
  store: Pick<Store, 'domains'>;
  hosting: HostingProvider;
  log: Logger;
}): Hosts {
  /** A provider that cannot be asked still has what it was told. */
  async function isConfigured({ _id, tenantId, domain, hosting: stored }: DomainRecord): Promise<boolean> {
    if (stored.state !== 'configured' || stored.provider !== hosting.name) return false;
    const state = await hosting.state(domain).catch((error: unknown) => {
      log.warn(
        { err: error, tenantId, domainId: _id },
        'the hosting provider did not tell the state of a host',
      );
      return 'configured';
    });
    return state === 'configured';
  }

  return {
    async configure(domain) {
      const { _id, tenantId } = domain;
      const set = (state: DomainRecord['hosting']['state']) =>
        store.domains.setHosting(tenantId, _id, { state, provider: hosting.name, at: new Date() });
      if (await isConfigured(domain)) return true;
      try {
        await hosting.configure(domain.domain);
      } catch (error) {
        log.warn({ err: error, tenantId, domainId: _id }, 'the hosting provider did not configure a domain');
        if (domain.hosting.state !== 'failed') await set('failed');
        return false;
      }
      if ((await set('configured')) !== null) return true;
      // It was deleted meanwhile: whoever deleted it could not know that the host would be configured again.
      if (!(await store.domains.acrossTenants.isClaimed(domain.domain))) await hosting.remove(domain.domain);
      return false;
    },
    async removeDue() {
      for (const { _id, tenantId, domain } of await store.domains.acrossTenants.hostRemovalsDue()) {
        try {
          const isClaimed = await store.domains.acrossTenants.isClaimed(domain);
          if (!isClaimed) await hosting.remove(domain);
          await store.domains.endHostRemoval(tenantId, _id);
        } catch (error) {
          log.warn({ err: error, tenantId, domain }, 'the hosting provider did not remove a host');
        }
      }
    },
  };
}
