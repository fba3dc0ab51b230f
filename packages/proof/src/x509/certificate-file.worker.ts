import { parentPort } from 'node:worker_threads';
import { readCertificateFile } from './certificate-file.ts';

export interface CertificateFileTask {
  bytes: Uint8Array;
  password: string | undefined;
}

parentPort?.on('message', ({ bytes, password }: CertificateFileTask) => {
  parentPort?.postMessage(readCertificateFile(bytes, password));
});
