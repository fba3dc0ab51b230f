import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '@sello/kit/thread-priority';
import { readCertificateFile } from './certificate-file.ts';

lowerThreadPriority();
const { bytes, password } = workerData as { bytes: Uint8Array; password?: string };
parentPort?.postMessage(readCertificateFile(bytes, password));
