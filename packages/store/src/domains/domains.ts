import type {
  Domain,
  domainAnswersEntity,
  domainEntity,
  hostRemovalEntity,
  RecordOf,
} from '@sello/contracts';

export type DomainRecord = RecordOf<typeof domainEntity>;
export type DomainAnswersRecord = RecordOf<typeof domainAnswersEntity>;
export type HostRemovalRecord = RecordOf<typeof hostRemovalEntity>;

export type DnsRecordState = DomainRecord['dnsRecords'][number];
export type DnsAnswer = NonNullable<DomainAnswersRecord['answers']>[number];
export type DomainStatus = Domain['status'];
export type DomainUses = Domain['settings'];
export type DomainHosting = DomainRecord['hosting'];

/** The answer of one check for one required record. */
export type NewDnsAnswer = Pick<DomainAnswersRecord, 'type' | 'name' | 'purpose'> & { answer: DnsAnswer };

export interface NewDomain {
  /** Given by a caller that may retry: an existing claim of this id is returned. */
  _id?: string | undefined;
  domain: string;
  token: string;
  dnsRecords: DnsRecordState[];
  /** Default: configured at the built-in provider, which needs no call. */
  hosting?: DomainHosting;
}

/** The result of one check, and when the next is due. */
export interface DomainCheck {
  status: DomainStatus;
  dnsRecords: DnsRecordState[];
  misses: number;
  nextCheckAt: Date | null;
  checkedAt: Date;
}

export interface Domains {
  of(tenantId: string): Promise<DomainRecord | null>;
  get(tenantId: string, domainId: string): Promise<DomainRecord | null>;
  /** Throws `domain_exists`, or `domain_in_use` when another tenant has verified it (a pending claim reserves nothing). */
  add(tenantId: string, domain: NewDomain): Promise<DomainRecord>;
  /**
   * Removes the domain and the answers kept for it; another provider than the built-in one is left a `hostRemovals`
   * entry. `false` when there was none.
   */
  remove(tenantId: string): Promise<boolean>;
  /** Throws `domain_not_found`, `domain_not_verified`. */
  updateSettings(tenantId: string, settings: Partial<DomainUses>): Promise<DomainRecord>;
  /** Check-now: due at once, and a failed one is pending again for another 72 h. Throws `domain_not_found`. */
  requestCheck(tenantId: string, now?: Date): Promise<DomainRecord>;
  /**
   * Stores the result of a check of this claim; `null` when the domain was removed or replaced meanwhile. A claim of a
   * name that another tenant has verified becomes `failed`.
   */
  recordCheck(tenantId: string, domainId: string, check: DomainCheck): Promise<DomainRecord | null>;
  /**
   * Replaces the required records, such as after the platform's addresses changed; `null` when the domain was checked,
   * removed or replaced since `checks` was read.
   */
  replaceRecords(
    tenantId: string,
    domain: Pick<DomainRecord, '_id' | 'checks'>,
    dnsRecords: DnsRecordState[],
  ): Promise<DomainRecord | null>;
  /** `null` when the domain was removed or replaced. */
  setHosting(tenantId: string, domainId: string, hosting: DomainHosting): Promise<DomainRecord | null>;
  /** Appends to the answers of a claim; only the last `limits.dnsAnswersKept` of each record are kept. */
  noteAnswers(tenantId: string, domainId: string, answers: readonly NewDnsAnswer[]): Promise<void>;
  /** The kept answers of a claim, by record. */
  answers(tenantId: string, domainId: string): Promise<DomainAnswersRecord[]>;
  /** The provider has forgotten the host, or the name is claimed again. */
  endHostRemoval(tenantId: string, removalId: string): Promise<void>;
  acrossTenants: {
    /**
     * Domains whose check is due, each leased to one caller; due again after `leaseMs` if no check was stored. What
     * `beforeLease` does for a domain is repeated by the next caller if this one dies before the lease.
     */
    due(options: {
      leaseMs: number;
      now?: Date;
      limit?: number;
      beforeLease?: (domain: DomainRecord) => Promise<void>;
    }): Promise<DomainRecord[]>;
    /** Whether any organization claims this name, verified or not. */
    isClaimed(domain: string): Promise<boolean>;
    /** Hosts that the provider still has to forget, each leased to one caller; due again, later each time. */
    hostRemovalsDue(options?: { now?: Date; limit?: number }): Promise<HostRemovalRecord[]>;
    /** The domains of these organizations, by organization. */
    ofMany(tenantIds: readonly string[]): Promise<Map<string, DomainRecord>>;
    /** For each of these folded words, the organizations whose domain contains it, verified or not. */
    named(words: readonly string[]): Promise<Map<string, Set<string>>>;
    /** Every organization whose domain is verified. */
    verifiedTenantIds(): Promise<string[]>;
    /** The verified domain of this host name, for Host → tenant and for the edge's `tls-ask`. */
    byHost(host: string): Promise<DomainRecord | null>;
    /** The same for several host names; those without a verified domain are omitted. */
    byHosts(hosts: readonly string[]): Promise<DomainRecord[]>;
  };
}
