import type { Domain, domainEntity, RecordOf } from '@sello/contracts';

export type DnsRecordState = Domain['dnsRecords'][number];
export type DomainStatus = Domain['status'];
export type DomainUses = Domain['settings'];

export type DomainRecord = RecordOf<typeof domainEntity>;

export interface NewDomain {
  /** Given by a caller that may retry: an existing claim of this id is returned. */
  _id?: string | undefined;
  domain: string;
  token: string;
  dnsRecords: DnsRecordState[];
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
  /** `false` when there was none. */
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
  acrossTenants: {
    /** Domains whose check is due, each leased to one caller; due again after `leaseMs` if no check was stored. */
    due(options?: { now?: Date; limit?: number; leaseMs?: number }): Promise<DomainRecord[]>;
    /** The domains of these organizations, by organization. */
    ofMany(tenantIds: readonly string[]): Promise<Map<string, DomainRecord>>;
    /** For each of these folded words, the organizations whose domain contains it, verified or not. */
    named(words: readonly string[]): Promise<Map<string, Set<string>>>;
    /** Every organization whose domain is verified. */
    verifiedTenantIds(): Promise<string[]>;
    /** The verified domain of this host name, for Host → tenant and for the edge's `tls-ask`. */
    byHost(host: string): Promise<DomainRecord | null>;
  };
}
