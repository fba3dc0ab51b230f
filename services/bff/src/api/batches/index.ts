import { batchesApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { cancel } from './cancel.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { resend } from './resend.ts';
import { retry } from './retry.ts';
import { starters } from './starters.ts';

export const batches = implement(batchesApi, { list, starters, get, cancel, retry, resend });
