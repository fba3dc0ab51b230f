import type { AssetRecord } from '../assets/assets.ts';
import type { TenantCollection } from '../database/tables.ts';
import type { FontRecord } from '../fonts/fonts.ts';

/**
 * The records of an organization that go with it, in this order: nobody can join any more, then what was made, then who
 * made it. Its certificates stay, with what verifies and prints them, and its audit log.
 */
export const endedKinds = [
  'invites',
  'mistakeReports',
  'batches',
  'emailDeliveries',
  'students',
  'trashedStudents',
  'templates',
  'mailAccounts',
  'members',
] as const satisfies readonly TenantCollection[];
export type EndedKind = (typeof endedKinds)[number];

/**
 * What becomes of every other collection of an organization. `removed`: with the batches, or with the domain. `unprinted`:
 * what no certificate needs goes. `expires`: it is worked off and then removed, whatever becomes of the organization.
 * `operator`: it is the operator's. A new collection does not compile until this is decided.
 */
export const otherEnds = {
  batchItems: 'removed',
  domains: 'removed',
  domainAnswers: 'removed',
  dkimKeys: 'removed',
  templateRevisions: 'unprinted',
  assets: 'unprinted',
  fonts: 'unprinted',
  certificates: 'kept',
  signingCertificates: 'kept',
  erasedCertificates: 'kept',
  auditLog: 'kept',
  erasures: 'expires',
  hostRemovals: 'expires',
  reports: 'operator',
} as const satisfies Record<
  Exclude<TenantCollection, EndedKind>,
  'removed' | 'unprinted' | 'kept' | 'expires' | 'operator'
>;

/** A revision that no certificate was printed from, with the prefixes that none of them consists of. */
export interface UnprintedRevision {
  _id: string;
  prefixKeys: string[];
}

/**
 * Removes the data of a deleted organization whose time has passed. Every function is idempotent, works on a bounded
 * number of records, and throws `organization_not_deleted` for an organization that is not being removed.
 */
export interface Endings {
  /** Removes some of the records of a kind. Returns how many; 0 when none are left. */
  remove(tenantId: string, kind: EndedKind): Promise<number>;
  /** Forgets the private keys of its signing certificates. */
  forgetKeys(tenantId: string): Promise<void>;
  /** Forgets the thumbnails of the revisions that stay, which nobody sees any more. */
  forgetThumbnails(tenantId: string): Promise<void>;
  /** A page of the revisions after this id, by id: those that no certificate was printed from. */
  unprintedRevisions(
    tenantId: string,
    after: string,
  ): Promise<{ revisions: UnprintedRevision[]; next: string | null }>;
  removeRevisions(tenantId: string, revisionIds: readonly string[]): Promise<number>;
  /** A page of the assets after this id, by id: those that are neither in `printed` nor a certificate's photograph. */
  unprintedAssets(
    tenantId: string,
    after: string,
    printed: ReadonlySet<string>,
  ): Promise<{ assets: AssetRecord[]; next: string | null }>;
  /** Those of these objects that neither other assets nor templates nor logos name. */
  unusedKeys(tenantId: string, assets: readonly AssetRecord[]): Promise<string[]>;
  removeAssets(tenantId: string, assetIds: readonly string[]): Promise<number>;
  /** Its own fonts, also those that were removed from the list. */
  fonts(tenantId: string): Promise<FontRecord[]>;
  removeFonts(tenantId: string, fontIds: readonly string[]): Promise<number>;
}
