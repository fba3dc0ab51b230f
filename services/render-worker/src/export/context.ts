import type { Blobs } from '@sello/blobs';
import type { Store, TenantRecord } from '@sello/store';
import type { StreamedEntry, ZipEntry } from '../archive/zip.ts';

export type ExportStore = Pick<
  Store,
  | (
      | 'tenants'
      | 'members'
      | 'invites'
      | 'students'
      | 'trash'
      | 'templates'
      | 'revisions'
      | 'assets'
      | 'fonts'
    )
  | ('certificates' | 'erasures' | 'deliveries' | 'mistakeReports' | 'batches' | 'auditLog' | 'domains')
  | ('signingCertificates' | 'users' | 'consistency')
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

/** All of an iteration in pages. */
export async function* inPages<Item>(items: AsyncIterable<Item>): AsyncGenerator<readonly Item[]> {
  let page: Item[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < perPage) continue;
    yield page;
    page = [];
  }
  yield page;
}

/** The one page of a list that is read whole. */
export async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

/** The e-mail addresses of these people, by their ids; without those who are gone. */
export async function emailsOf(
  { store }: Pick<ExportContext, 'store'>,
  userIds: readonly (string | undefined)[],
): Promise<ReadonlyMap<string | undefined, string>> {
  const known = new Set(userIds.filter((userId) => userId !== undefined));
  const people = await store.users.getMany([...known]);
  return new Map(people.map(({ _id, email }) => [_id, email]));
}
