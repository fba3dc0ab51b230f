import type { SigningAlgorithm, TenantRole } from '@sello/contracts';

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
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
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
  /** Throws `tenant_not_found`. */
  update(tenantId: string, patch: TenantPatch): Promise<TenantRecord>;
}
