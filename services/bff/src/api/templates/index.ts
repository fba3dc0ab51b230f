import { templatesApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { deleteBatch } from './delete-batch.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { upsert } from './upsert.ts';
import { usage } from './usage.ts';

export const templates = implement(templatesApi, { list, get, usage, upsert, 'delete-batch': deleteBatch });
