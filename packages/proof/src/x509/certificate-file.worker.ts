import { parentPort, workerData } from 'node:worker_threads';
import { readCertificateFile } from './certificate-file.ts';

const { bytes, password } = workerData as { bytes: Uint8Array; password?: string };
parentPort?.postMessage(readCertificateFile(bytes, password));
