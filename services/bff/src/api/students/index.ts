import { studentsApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { deleteOne } from './delete.ts';
import { deleteBatch } from './delete-batch.ts';
import { erase } from './erase.ts';
import { exportCsv } from './export.ts';
import { get } from './get.ts';
import { importStudents } from './import.ts';
import { list } from './list.ts';
import { listBrief } from './list-brief.ts';
import { selectionCounts } from './selection-counts.ts';
import { upsert } from './upsert.ts';

export const students = implement(studentsApi, {
  list,
  'list-brief': listBrief,
  get,
  'selection-counts': selectionCounts,
  export: exportCsv,
  upsert,
  delete: deleteOne,
  'delete-batch': deleteBatch,
  erase,
  import: importStudents,
});
