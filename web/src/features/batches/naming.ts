import type { Batch, BatchKind, Permission } from '@sello/contracts';
import type { TFunction } from 'i18next';
import type { Formatters } from '../../i18n/format.ts';

/** The title of a batch in the tray: its file, its template, or its kind. */
export function titleOf(batch: Batch, t: TFunction): string {
  if (batch.download) return batch.download.fileName;
  return batch.title
    ? t(`batches.titled.${batch.kind}`, { title: batch.title })
    : t(`batches.kind.${batch.kind}`);
}

/** Until when a file is kept: on the same day an hour. */
export function untilOf(keptUntil: string, format: Formatters): string {
  const isToday = new Date(keptUntil).toDateString() === new Date().toDateString();
  return isToday ? format.time(keptUntil) : format.moment(keptUntil);
}

/** The permission to start a kind of batch also allows to cancel and retry it. */
export function permissionOf(kind: BatchKind): Permission {
  const permissions = {
    generate: 'certificates.generate_bulk',
    zip: 'certificates.download_bulk',
    email: 'emails.send_bulk',
    // Only owners see an export.
    export: 'settings.edit',
    import: 'students.import',
  } as const;
  return permissions[kind];
}
