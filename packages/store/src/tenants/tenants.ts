import type { SigningAlgorithm, TenantRole } from '@sello/contracts';
import type { ListQuery, Page } from '../database/page.ts';

export interface TenantRecord {
  _id: string;
  name: string;
  /** Lower-cased, accents folded; what names are compared and sorted by. */
  nameKey: string;
  publicName: string;
  logoUrl?: string;
  /** The public verify page shows the id number in full. */
  showIdNumber: boolean;
  /** Anyone who knows a certificate may fetch its file. */
  publicDownload: boolean;
  selfSignedEnabled: boolean;
  /** Algorithm of the next generated signing certificate. */
  algorithm: SigningAlgorithm;
  /** What name and public name look like (Unicode TS 39): by them a name that can be mistaken is found. */
  skeletons: string[];
  /** The operator's word for the organization. */
  confirmation?: Confirmation;
  /** Proofs of identity that have ended, newest last: certificates of their time name them. */
  formerIdentities?: FormerIdentity[];
  /** Nobody but super admins gets into the organization. */
  signInsPause?: { at: Date; by: string; reason: string };
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface Confirmation {
  /** The super admin; the creator where the platform's rules confirm by themselves. */
  by: string;
  at: Date;
  /** How it was checked; for the audit log, never public. */
  how: string;
}

export interface FormerIdentity {
  kind: 'domain' | 'operator';
  domain?: string;
  since: Date;
  lapsedAt: Date;
}

/** What the operator's list may be narrowed to. */
export interface TenantListQuery extends ListQuery {
  /** Only these, where the answer lies in another collection. */
  ids?: readonly string[] | undefined;
  exceptIds?: readonly string[] | undefined;
  confirmed?: boolean | undefined;
}

export interface TenantPatch {
  name?: string | undefined;
  publicName?: string | undefined;
  /** `null` removes it. */
  logoUrl?: string | null | undefined;
  showIdNumber?: boolean | undefined;
  publicDownload?: boolean | undefined;
  selfSignedEnabled?: boolean | undefined;
  algorithm?: SigningAlgorithm | undefined;
}

export interface NewTenant {
  /** Given by a caller who may have to ask again: the organization of this id that stands is answered. */
  _id?: string | undefined;
  name: string;
  publicName?: string | undefined;
  owner: { userId: string; email: string; name: string };
  confirmation?: Confirmation | undefined;
}

export interface Tenants {
  /**
   * Makes an organization and its first owner. Throws `tenant_name_taken` when the owner already belongs to one of
   * that name, whatever its case.
   */
  create(tenant: NewTenant): Promise<TenantRecord>;
  get(tenantId: string): Promise<TenantRecord | null>;
  getMany(tenantIds: readonly string[]): Promise<TenantRecord[]>;
  /** Organizations where the person is an active member, by name. */
  listOf(userId: string): Promise<{ tenant: TenantRecord; role: TenantRole }[]>;
  /** Every organization, for super admins. */
  listAll(): Promise<TenantRecord[]>;
  /** A page of every organization, newest first, for super admins. */
  page(query?: TenantListQuery): Promise<Page<TenantRecord>>;
  /** Other organizations whose name or public name looks like one of these. */
  lookAlikes(names: readonly string[], exceptId?: string): Promise<TenantRecord[]>;
  /** Every organization that the operator has confirmed. */
  listConfirmed(): Promise<TenantRecord[]>;
  /** Organizations that are closed to their members for now. */
  listSignInsPaused(): Promise<string[]>;
  /** Throws `tenant_not_found`. One that is confirmed already stays as it is. */
  confirm(tenantId: string, confirmation: Confirmation): Promise<TenantRecord>;
  /** Throws `tenant_not_found`, `organization_not_confirmed`. */
  withdraw(tenantId: string, now?: Date): Promise<TenantRecord>;
  /** Throws `tenant_not_found`. */
  setSignInsPause(tenantId: string, pause: { by: string; reason: string } | null): Promise<TenantRecord>;
  /** Notes that a proof of identity has ended; the same end twice is noted once. */
  noteLapse(tenantId: string, former: FormerIdentity): Promise<void>;
  /** Throws `tenant_not_found`. */
  update(tenantId: string, patch: TenantPatch): Promise<TenantRecord>;
}
