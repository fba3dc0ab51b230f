import { type HostUse, ownOrigin, serviceLimits } from '@sello/contracts';
import { times } from '@sello/kit';
import type { DomainRecord, Store } from '@sello/store';
import { LRUCache } from 'lru-cache';
import { groupReads } from '../verify/grouped-reads.ts';
import { readHostName } from './host-name.ts';

/** An organization's own host, verified. */
export interface TenantSite {
  kind: 'tenant';
  tenantId: string;
  origin: string;
  uses: Readonly<Record<HostUse, boolean>>;
}
/** What is served under the name that a request is for. */
export type Site = { kind: 'platform' } | TenantSite | { kind: 'unknown' };

export interface Hosts {
  /** The first of the names that is known. Throws what the store throws. */
  siteOf(names: readonly string[]): Promise<Site>;
  /**
   * Whether the edge may obtain a TLS certificate for a name. While the database is away, names that were verified before
   * are `allowed`, and nothing is known of others.
   */
  tlsAnswer(name: string): Promise<'allowed' | 'refused' | 'unknown'>;
  /** Drops what is in memory of an organization's domain; it is read again. */
  forget(tenantId: string): void;
}

const maxRemembered = 50_000;

const loopback = ['localhost', '127.0.0.1', '[::1]'];

interface Remembered {
  site: TenantSite;
  /** When the read began, ms. */
  readAt: number;
}

/**
 * Finds the site of a host name: one indexed read, whose result is kept until an event says that the domain changed, at most
 * `times.hostFreshMs`. Only verified names are kept, so that strangers cannot fill the memory and a name is served as soon
 * as it is verified.
 */
export function createHosts(
  publicUrl: string,
  domains: Pick<Store['domains']['acrossTenants'], 'byHosts'>,
  { now = Date.now, waitMs = times.tlsWaitMs }: { now?: () => number; waitMs?: number } = {},
): Hosts {
  const platform = platformNames(publicUrl);
  const read = groupReads<DomainRecord>({ readMany: domains.byHosts, keyOf: ({ domain }) => domain });
  /** The name in memory of each organization; it has one domain. */
  const nameOf = new Map<string, string>();
  const remembered = new LRUCache<string, Remembered>({
    ...{ max: maxRemembered, ttl: serviceLimits.hostRememberedMs, perf: { now } },
    dispose: ({ site }, name) => nameOf.get(site.tenantId) === name && nameOf.delete(site.tenantId),
  });
  /** Incremented when something is dropped: a read that began earlier is not kept. */
  let epoch = 0;

  function fresh(name: string): TenantSite | undefined {
    const known = remembered.get(name);
    return known && now() - known.readAt < times.hostFreshMs ? known.site : undefined;
  }

  async function readSite(name: string): Promise<TenantSite | undefined> {
    const begun = { epoch, at: now() };
    const record = await read(name);
    if (record === null) {
      remembered.delete(name);
      return undefined;
    }
    const { tenantId, settings } = record;
    const { useInVerification, useInOnboarding } = settings;
    const site: TenantSite = {
      ...{ kind: 'tenant', tenantId, origin: ownOrigin(name, publicUrl) },
      uses: { useInVerification, useInOnboarding },
    };
    if (begun.epoch === epoch) {
      const former = nameOf.get(tenantId);
      if (former !== undefined && former !== name) remembered.delete(former);
      remembered.set(name, { site, readAt: begun.at });
      nameOf.set(tenantId, name);
    }
    return site;
  }

  return {
    async siteOf(names) {
      for (const name of names) {
        if (platform.has(name)) return { kind: 'platform' };
        const site = fresh(name) ?? (await readSite(name));
        if (site) return site;
      }
      return { kind: 'unknown' };
    },

    async tlsAnswer(text) {
      const name = readHostName(text);
      if (name === undefined || name.startsWith('[')) return 'refused';
      if (platform.has(name) || fresh(name)) return 'allowed';
      try {
        return (await within(readSite(name), waitMs)) ? 'allowed' : 'refused';
      } catch {
        return remembered.has(name) ? 'allowed' : 'unknown';
      }
    },

    forget(tenantId) {
      epoch += 1;
      const name = nameOf.get(tenantId);
      if (name !== undefined) remembered.delete(name);
    },
  };
}

/** The names of the platform: that of PUBLIC_URL; on one's own machine each name of the loopback interface. */
function platformNames(publicUrl: string): ReadonlySet<string> {
  const name = readHostName(new URL(publicUrl).host) ?? '';
  return new Set(loopback.includes(name) ? loopback : [name]);
}

/** Rejects when the promise takes longer; it goes on. */
async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ms);
  });
  return Promise.race([promise, end]).finally(() => clearTimeout(timer));
}
