import { type ChildProcess, fork } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@sello/dev-stack';
import { generateWrappingKeys } from '@sello/proof';
import {
  addSigningCertificate,
  createBatch,
  followBatch,
  killWorker,
  spawnWorker,
} from '../../services/render-worker/tests/fixture.ts';
import { type Classroom, issuedRows } from '../issuing/classroom.ts';

/** Issues certificates and waits until the worker has checked their files, as it has a few minutes after issuing. */
export async function issueCertificates(room: Classroom, count: number): Promise<string[]> {
  const worker = spawnWorker(room.env);
  try {
    const signing = await addSigningCertificate(room, 'rsa-2048');
    const { batch } = await followBatch(
      room,
      () => createBatch(room, 'generate', room.rows(count), signing),
      600_000,
    );
    if (batch.done !== count) throw new Error(`${batch.failed} of ${count} certificates failed`);
    // The worker checks one file after the other while it is idle.
    while ((await room.store.certificates.acrossTenants.filesDue(1)).length > 0) await sleep(250);
    return (await issuedRows(room, batch)).map(({ certId }) => certId!);
  } finally {
    await killWorker(worker, 'SIGTERM');
  }
}

/** Starts a BFF as production does; resolves to its origin once it answers. */
export async function startBff(
  backings: Record<string, string>,
  services: ChildProcess[],
  more: Record<string, string> = {},
): Promise<string> {
  const port = await freePort();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const bff = fork(join(import.meta.dirname, '../../services/bff/src/main.ts'), {
    execArgv: [],
    env: {
      ...process.env,
      ...backings,
      ...{ PUBLIC_URL: `http://127.0.0.1:${port}`, PORT: `127.0.0.1:${port}`, TRUST_PROXY: '1' },
      ...{ LOG_LEVEL: 'info', OIDC_CLIENT_ID: 'bench', OIDC_ISSUER: 'https://issuer.example.org' },
      ...{ MAIL_FROM: 'certificates@bench.example', DKIM_KEYS_PUBLIC: generateWrappingKeys().publicKey },
      SIGNING_KEYS_PUBLIC: generateWrappingKeys().publicKey,
      MASTER_KEY: randomBytes(32).toString('base64'),
      SESSION_KEY: JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] }),
      ...more,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  services.push(bff);
  const app = `http://127.0.0.1:${port}`;
  for (;;) {
    const isUp = await fetch(app).then(
      () => true,
      () => false,
    );
    if (isUp) return app;
    if (bff.exitCode !== null) throw new Error(`the BFF exited with ${bff.exitCode}`);
    await sleep(100);
  }
}
