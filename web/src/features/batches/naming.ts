import type { Batch, BatchKind, Permission } from '@sello/contracts';
import type { TFunction } from 'i18next';

/** What the tray calls a batch: its file, its template, or its kind. */
export function titleOf(batch: Batch, t: TFunction): string {
  if (batch.download) return batch.download.fileName;
  return batch.title
    ? t(`batches.titled.${batch.kind}`, { title: batch.title })
    : t(`batches.kind.${batch.kind}`);
}

/** Who may start a batch of a kind may also cancel and retry it. */
export function permissionOf(kind: BatchKind): Permission {
  const permissions = {
    generate: 'certificates.generate_bulk',
    zip: 'certificates.download_bulk',
    email: 'emails.send_bulk',
  } as const;
  return permissions[kind];
}
