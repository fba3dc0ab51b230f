import { verifyApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { file } from './file.ts';
import { lookup } from './lookup.ts';
import { report } from './report.ts';

export const verify = implement(verifyApi, { lookup, report, file });
