import type { Blobs } from '@sello/blobs';
import type { Store, TenantRecord } from '@sello/store';
import type { StreamedEntry, ZipEntry } from '../archive/zip.ts';

export type ExportStore = Pick<
  Store,
  | ('tenants' | 'members' | 'invites' | 'students' | 'templates' | 'assets' | 'fonts' | 'certificates')
  | ('batches' | 'auditLog' | 'domains' | 'signingCertificates' | 'users' | 'consistency')
>;

export interface ExportContext {
  store: ExportStore;
  blobs: Blobs;
  tenant: TenantRecord;
  /** What was made later is not in the export. */
  startedAt: Date;
  /** Called for a file that is not stored or damaged: its part of the export is incomplete. */
  onMissing(): void;
}

export type Entry = ZipEntry | StreamedEntry;
export type Entries = AsyncGenerator<Entry>;

/** Records, templates and certificates per read. */
export const perPage = 500;

/** The pages of a list, one after the other. */
export async function* pagesOf<Item>(
  read: (query: { limit: number; cursor: string | undefined }) => Promise<{
    items: readonly Item[];
    nextCursor: string | null;
  }>,
  limit = perPage,
): AsyncGenerator<readonly Item[]> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await read({ limit, cursor });
    yield items;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
