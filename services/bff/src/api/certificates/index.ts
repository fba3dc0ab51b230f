import { certificatesApi } from '@sello/contracts';
import { implement } from '../../http/implement.ts';
import { downloadZip } from './download-zip.ts';
import { generate } from './generate.ts';
import { history } from './history.ts';
import { revoke } from './revoke.ts';
import { sendEmails } from './send-emails.ts';

export const certificates = implement(certificatesApi, {
  generate,
  'download-zip': downloadZip,
  'send-emails': sendEmails,
  history,
  revoke,
});
