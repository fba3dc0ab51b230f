import { organizationsApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { closeReports } from './close-reports.ts';
import { confirm } from './confirm.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { pause } from './pause.ts';
import { reports } from './reports.ts';
import { resume } from './resume.ts';
import { withdraw } from './withdraw.ts';

export const organizations = implement(organizationsApi, {
  list,
  get,
  confirm,
  withdraw,
  pause,
  resume,
  reports,
  'close-reports': closeReports,
});
