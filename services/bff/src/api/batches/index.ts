import { batchesApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { cancel } from './cancel.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { retry } from './retry.ts';

export const batches = implement(batchesApi, { list, get, cancel, retry });
