import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from '@sello/kit/thread-priority';
import { readCertificateFile } from './certificate-file.ts';

giveWay();
const { bytes, password } = workerData as { bytes: Uint8Array; password?: string };
parentPort?.postMessage(readCertificateFile(bytes, password));
