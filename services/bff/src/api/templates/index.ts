import { templatesApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { brand } from './brand.ts';
import { catalogDeleteBatch } from './catalog-delete-batch.ts';
import { catalogGenerateTags } from './catalog-generate-tags.ts';
import { catalogGet } from './catalog-get.ts';
import { catalogGetTags } from './catalog-get-tags.ts';
import { catalogList } from './catalog-list.ts';
import { catalogUpsert } from './catalog-upsert.ts';
import { deleteBatch } from './delete-batch.ts';
import { exportPdf } from './export.ts';
import { freeze } from './freeze.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { restore } from './restore.ts';
import { revision } from './revision.ts';
import { revisions } from './revisions.ts';
import { upsert } from './upsert.ts';
import { usage } from './usage.ts';

export const templates = implement(templatesApi, {
  list,
  get,
  usage,
  brand,
  upsert,
  'delete-batch': deleteBatch,
  revisions,
  revision,
  freeze,
  restore,
  export: exportPdf,
  'catalog-list': catalogList,
  'catalog-get': catalogGet,
  'catalog-upsert': catalogUpsert,
  'catalog-delete-batch': catalogDeleteBatch,
  'catalog-get-tags': catalogGetTags,
  'catalog-generate-tags': catalogGenerateTags,
});
