import type {
  LetterSubjects,
  RecordOf,
  Signatory,
  SigningAlgorithm,
  TenantRole,
  tenantEntity,
} from '@sello/contracts';
import type { ListQuery, Page } from '../database/page.ts';

export type TenantRecord = RecordOf<typeof tenantEntity>;

export type Confirmation = NonNullable<TenantRecord['confirmation']>;

export type TenantDeletion = NonNullable<TenantRecord['deletion']>;

export type FormerIdentity = NonNullable<TenantRecord['formerIdentities']>[number];

/**
 * A word of a search, folded: contained in the organization's name, or in another collection's data of these
 * organizations.
 */
export interface TenantSearchWord {
  word: string;
  orIds: ReadonlySet<string>;
}

/** The filters of the operator's list. */
export interface TenantListQuery extends Omit<ListQuery, 'search'> {
  /** Every one of them must be found. */
  search?: readonly TenantSearchWord[] | undefined;
  /** Only these, found in another collection. */
  ids?: readonly string[] | undefined;
  exceptIds?: readonly string[] | undefined;
  confirmed?: boolean | undefined;
}

/** What a person's list of organizations needs; the other fields of an organization may be large. */
export type OwnTenant = Pick<
  TenantRecord,
  | '_id'
  | 'name'
  | 'nameKey'
  | 'publicName'
  | 'logoUrl'
  | 'sealColor'
  | 'signatories'
  | 'timeZone'
  | 'deletion'
>;

/** What a person is in an organization. */
export interface OwnMembership {
  role: TenantRole;
  joinedAt: Date;
  /** Nobody else is an active owner, so that the person cannot leave. */
  isOnlyOwner: boolean;
}

export type ProvedName = Pick<TenantRecord, '_id' | 'name' | 'skeletons'>;

export interface TenantPatch {
  name?: string | undefined;
  publicName?: string | undefined;
  /** `null` removes it. */
  logoUrl?: string | null | undefined;
  /** `null` removes it. */
  sealColor?: string | null | undefined;
  /** All of them; `null` removes them. */
  signatories?: Signatory[] | null | undefined;
  timeZone?: string | undefined;
  showIdNumber?: boolean | undefined;
  publicDownload?: boolean | undefined;
  /** `null` removes it. */
  letterReplyTo?: string | null | undefined;
  /** All of them; `null` removes them. */
  letterSubjects?: LetterSubjects | null | undefined;
  selfSignedEnabled?: boolean | undefined;
  algorithm?: SigningAlgorithm | undefined;
}

export interface NewTenant {
  /** Given by a caller that may retry: an existing organization of this id is returned. */
  _id?: string | undefined;
  name: string;
  publicName?: string | undefined;
  owner: { userId: string; email: string; name: string };
  confirmation?: Confirmation | undefined;
  timeZone?: string | undefined;
}

export interface Tenants {
  /**
   * Creates an organization and its first owner. Throws `tenant_name_taken` when the owner already belongs to one of
   * that name, whatever its case.
   */
  create(tenant: NewTenant): Promise<TenantRecord>;
  get(tenantId: string): Promise<TenantRecord | null>;
  getMany(tenantIds: readonly string[]): Promise<TenantRecord[]>;
  /** Organizations where the person is an active member, by name. */
  listOf(userId: string): Promise<({ tenant: OwnTenant } & OwnMembership)[]>;
  /** Every organization, for super admins. */
  listAll(): Promise<TenantRecord[]>;
  /** A page of every organization, newest first, for super admins. */
  page(query?: TenantListQuery): Promise<Page<TenantRecord>>;
  /** Other organizations whose name or public name looks like one of these. */
  lookAlikes(names: readonly string[], exceptId?: string): Promise<TenantRecord[]>;
  /** The names of those that the operator has confirmed, and of these others. */
  listProved(otherIds: readonly string[]): Promise<ProvedName[]>;
  /** Ids of organizations whose sign-ins are paused. */
  listSignInsPaused(): Promise<string[]>;
  /** Throws `tenant_not_found`. One that is confirmed already stays as it is. */
  confirm(tenantId: string, confirmation: Confirmation): Promise<TenantRecord>;
  /** Throws `tenant_not_found`, `organization_not_confirmed`. */
  withdraw(tenantId: string, now?: Date): Promise<TenantRecord>;
  /** Throws `tenant_not_found`. */
  setSignInsPause(tenantId: string, pause: { by: string; reason: string } | null): Promise<TenantRecord>;
  /** Stores that a proof of identity has ended; the same end is stored once. */
  noteLapse(tenantId: string, former: FormerIdentity): Promise<void>;
  /** Counts a change in `issuerChanges`, which invalidates cached domains and signing certificates. */
  noteIssuerChange(tenantId: string): Promise<void>;
  /** Closes an organization. One that is deleted already stays as it is. Throws `tenant_not_found`. */
  delete(tenantId: string, deletion: Pick<TenantDeletion, 'at' | 'by' | 'until'>): Promise<TenantRecord>;
  /** Throws `organization_not_deleted`, `organization_ended` when its time has passed, `tenant_not_found`. */
  restore(tenantId: string, now?: Date): Promise<TenantRecord>;
  /** The deleted organizations whose data is not removed yet. */
  listDeleted(): Promise<{ _id: string; deletion: TenantDeletion }[]>;
  /** Begins the removal of its data, if its time has passed; nobody can restore it from then on. Returns whether it began. */
  beginRemoval(tenantId: string, now?: Date): Promise<boolean>;
  /** Stores that its data is removed. */
  endRemoval(tenantId: string, now?: Date): Promise<void>;
  /** Sets the time zone of an organization that has none. Returns whether it was set. */
  setFirstTimeZone(tenantId: string, timeZone: string): Promise<boolean>;
  /** Throws `tenant_not_found`. */
  update(tenantId: string, patch: TenantPatch): Promise<TenantRecord>;
}
