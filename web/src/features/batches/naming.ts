import type { Batch, BatchKind, Permission } from '@sello/contracts';
import type { TFunction } from 'i18next';

/** The title of a batch in the tray: its file, its template, or its kind. */
export function titleOf(batch: Batch, t: TFunction): string {
  if (batch.download) return batch.download.fileName;
  return batch.title
    ? t(`batches.titled.${batch.kind}`, { title: batch.title })
    : t(`batches.kind.${batch.kind}`);
}

/** The permission to start a kind of batch also allows to cancel and retry it. */
export function permissionOf(kind: BatchKind): Permission {
  const permissions = {
    generate: 'certificates.generate_bulk',
    zip: 'certificates.download_bulk',
    email: 'emails.send_bulk',
    // Only owners see an export.
    export: 'settings.edit',
  } as const;
  return permissions[kind];
}
