import { generateKeyPairSync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', (modulusLength: number) => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength,
    publicExponent: 0x10001,
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  // Transferred, not copied, so that no copy of the key stays in this thread.
  const bytes = new Uint8Array(privateKey);
  privateKey.fill(0);
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
