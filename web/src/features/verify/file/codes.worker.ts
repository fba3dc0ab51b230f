// Reads QR codes beside the page, which stays usable meanwhile.
import { readQrCodes } from '@sello/design/read-codes';
import { answerAll } from './thread.ts';

answerAll(readQrCodes);
