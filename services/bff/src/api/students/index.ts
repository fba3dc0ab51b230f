import { apis } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { columns } from './columns.ts';
import { deleteOne } from './delete.ts';
import { deleteBatch } from './delete-batch.ts';
import { deleteForever } from './delete-forever.ts';
import { erase } from './erase.ts';
import { exportCsv } from './export.ts';
import { get } from './get.ts';
import { importStudents } from './import.ts';
import { importFailed } from './import-failed.ts';
import { importFile } from './import-file.ts';
import { importPreview } from './import-preview.ts';
import { importRead } from './import-read.ts';
import { importResult } from './import-result.ts';
import { importStart } from './import-start.ts';
import { list } from './list.ts';
import { listBrief } from './list-brief.ts';
import { restore } from './restore.ts';
import { selectionCounts } from './selection-counts.ts';
import { trash } from './trash.ts';
import { upsert } from './upsert.ts';

export const students = implement(apis.students, {
  list,
  'list-brief': listBrief,
  get,
  columns,
  'selection-counts': selectionCounts,
  export: exportCsv,
  upsert,
  delete: deleteOne,
  'delete-batch': deleteBatch,
  trash,
  restore,
  'delete-forever': deleteForever,
  erase,
  import: importStudents,
  'import-file': importFile,
  'import-read': importRead,
  'import-preview': importPreview,
  'import-start': importStart,
  'import-result': importResult,
  'import-failed': importFailed,
});
