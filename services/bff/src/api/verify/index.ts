import { verifyApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { confirmReport } from './confirm-report.ts';
import { file } from './file.ts';
import { lookup } from './lookup.ts';
import { report } from './report.ts';
import { reportMistake } from './report-mistake.ts';

export const verify = implement(verifyApi, {
  lookup,
  report,
  'report-mistake': reportMistake,
  'confirm-report': confirmReport,
  file,
});
