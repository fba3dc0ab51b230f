import { certificatesApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { batchValues } from './batch-values.ts';
import { downloadZip } from './download-zip.ts';
import { generate } from './generate.ts';
import { history } from './history.ts';
import { letter } from './letter.ts';
import { preflight } from './preflight.ts';
import { preflightLeave } from './preflight-leave.ts';
import { preflightPicture } from './preflight-picture.ts';
import { preflightReport } from './preflight-report.ts';
import { revoke } from './revoke.ts';
import { sendEmails } from './send-emails.ts';

export const certificates = implement(certificatesApi, {
  generate,
  'download-zip': downloadZip,
  'send-emails': sendEmails,
  letter,
  history,
  'batch-values': batchValues,
  preflight,
  'preflight-report': preflightReport,
  'preflight-picture': preflightPicture,
  'preflight-leave': preflightLeave,
  revoke,
});
