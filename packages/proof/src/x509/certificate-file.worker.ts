import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '@sello/kit/thread-priority';
import { readCertificateFile } from './certificate-file.ts';

export interface CertificateFileTask {
  bytes: Uint8Array;
  password: string | undefined;
}

lowerThreadPriority();
parentPort?.on('message', ({ bytes, password }: CertificateFileTask) => {
  parentPort?.postMessage(readCertificateFile(bytes, password));
});
