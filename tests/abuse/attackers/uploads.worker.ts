import { once } from 'node:events';
import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { manySignatures } from '../../../packages/proof/tests/support/hostile.ts';

/** Uploads of one client. */
export interface UploadAttack {
  url: string;
  address: string;
  uploads: number;
  atOnce: number;
  /** Bytes of each file. */
  size: number;
  /** Stops sending each upload after this many bytes. */
  stallAfter?: number;
}

/** How many uploads got each status; 0 for a connection that was closed. */
export type UploadOutcome = Record<number, number>;

const { url, address, uploads, atOnce, size, stallAfter } = workerData as UploadAttack;
const boundary = 'boundary-of-parts';
const disposition = 'Content-Disposition: form-data; name="file"; filename="a.pdf"';
const body = Buffer.concat([
  Buffer.from(`--${boundary}\r\n${disposition}\r\nContent-Type: application/pdf\r\n\r\n`),
  manySignatures(size),
  Buffer.from(`\r\n--${boundary}--\r\n`),
]);

function send(): Promise<number> {
  return new Promise((resolve) => {
    const headers = {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(body.length),
      'x-forwarded-for': address,
    };
    const upload = request(url, { method: 'POST', headers });
    upload.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    upload.on('error', () => resolve(0));
    if (stallAfter === undefined) upload.end(body);
    else upload.write(body.subarray(0, stallAfter));
  });
}

// The file is made before the attack is measured.
parentPort?.postMessage('ready');
await once(parentPort!, 'message');

const outcome: UploadOutcome = {};
let left = uploads;
async function lane(): Promise<void> {
  while (left-- > 0) {
    const status = await send();
    outcome[status] = (outcome[status] ?? 0) + 1;
  }
}
await Promise.all(Array.from({ length: atOnce }, lane));
parentPort?.postMessage(outcome);
