import { spawn } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { blobsOptionsFrom, openBlobs } from '@sello/blobs';
import { builtInTemplates } from '@sello/design';
import { type Backings, startBackings } from '@sello/dev-stack';
import { createLogger, readConfig, sharedVariables } from '@sello/kit';
import { certificatePem, generateSigningCertificate, sealPrivateKey } from '@sello/proof';
import { openQueue } from '@sello/queue';
import { newId, openStore, type Store } from '@sello/store';
import { root } from './manual.ts';

/** A machine with a checkout and empty stores, on which the commands of docs/operations.md are run. */
export interface Install {
  /** The checkout. */
  folder: string;
  app: string;
  /** Addresses of the stores that replace those of docker-compose.yml. */
  env: Record<string, string>;
  /** Runs a command line and returns its output. Rejects unless it exits with `code` (default 0). */
  run(line: string, code?: number): Promise<string>;
  /** Sends a signal to the process of a service. */
  signal(service: string, signal: NodeJS.Signals): Promise<void>;
  /** The `.env` of the checkout. */
  settings(): Promise<NodeJS.Dict<string>>;
  close(): Promise<void>;
}

export async function prepareMachine(port: number): Promise<Install> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-install-'));
  const backings: Backings = await startBackings({ only: ['mongo', 'redis', 'objects'] });
  const tools = join(folder, '.tools');
  await mkdir(tools);
  for (const name of ['docker-compose.yml', '.env.example', 'Dockerfile']) {
    await cp(join(root, name), join(folder, name));
  }
  await symlink(join(root, 'deploy'), join(folder, 'deploy'));
  const stand = `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'tests/operations/docker.ts')}" "$@"\n`;
  await writeFile(join(tools, 'docker'), stand);
  await chmod(join(tools, 'docker'), 0o755);
  const { MONGO_URL, REDIS_URL, BLOBS } = backings.env as Record<string, string>;
  const addresses = { MONGO_URL: MONGO_URL!, REDIS_URL: REDIS_URL!, BLOBS: BLOBS! };
  const environment = {
    PATH: [tools, dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    SELLO_DOCKER: JSON.stringify({ folder: tools, addresses: { ...addresses, PORT: String(port) } }),
  };
  const run = async (line: string, code = 0): Promise<string> => {
    const child = spawn('sh', ['-euc', line], { cwd: folder, env: environment });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const ended = await new Promise((done) => child.once('close', done));
    if (ended !== code) throw new Error(`${line}\nexited with ${ended}: ${output}`);
    return output;
  };
  return {
    folder,
    app: `http://127.0.0.1:${port}`,
    env: addresses,
    run,
    async signal(service, signal) {
      const running = await readFile(join(tools, 'running'), 'utf8');
      process.kill(Number(new RegExp(`^(\\d+) ${service}$`, 'm').exec(running)![1]), signal);
    },
    settings: async () => parseEnv(await readFile(join(folder, '.env'), 'utf8')),
    async close() {
      await run('docker compose down');
      await backings.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const openStoreOf = ({ env }: Install): Promise<Store> =>
  openStore({ url: env.MONGO_URL!, appName: 'test', ensureIndexes: false });

export function openBlobsOf({ env }: Pick<Install, 'env'>) {
  const { BLOBS, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = sharedVariables;
  const config = readConfig({ BLOBS, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY }, env);
  return openBlobs(blobsOptionsFrom(config));
}

const params = {
  reason: 'Course completed',
  location: 'Lima',
  contactInfo: 'mailto:issuing@example.org',
  name: 'Academia Ñandú',
};

export interface Academy {
  tenantId: string;
  students: { _id: string; fullName: string }[];
  /** Creates a batch of certificates for all students, or of e-mails, as the BFF does. Returns the id of the batch. */
  generate(): Promise<string>;
  email(rows: readonly { certId: string; studentId: string; email: string }[]): Promise<string>;
}

/** Creates an organization with students and a signing key, which is sealed to the wrapping key of the installation. */
export async function createAcademy(install: Install, store: Store, students: number): Promise<Academy> {
  const { SIGNING_KEYS_PUBLIC: publicWrappingKey } = await install.settings();
  const owner = { userId: newId(), email: 'owner@example.org', name: 'Ola Owner' };
  const named = { name: 'Academia Ñandú', publicName: 'Academia Ñandú', owner };
  const { _id: tenantId } = await store.tenants.create(named);
  const material = await generateSigningCertificate({
    algorithm: 'rsa-2048',
    organization: named.name,
    params,
  });
  const keyId = newId();
  const sealed = sealPrivateKey(material.privateKeyPkcs8, {
    tenantId,
    keyId,
    publicWrappingKey: publicWrappingKey!,
  });
  await store.signingCertificates.create(tenantId, {
    _id: keyId,
    name: 'Signing',
    algorithm: 'rsa-2048',
    origin: 'generated',
    subject: material.subject,
    fingerprint: material.fingerprint,
    pem: certificatePem(material.chain),
    params,
    notBefore: material.notBefore,
    expiresAt: material.notAfter,
    createdBy: owner.userId,
    sealedKey: JSON.stringify(sealed),
  });
  const { name, design } = builtInTemplates('es')[0]!;
  const template = await store.templates.create(tenantId, { name, tags: [], design });
  const revision = await store.revisions.freeze(tenantId, template._id);
  await store.students.saveMany(tenantId, {
    add: Array.from({ length: students }, (_, index) => ({
      fullName: `María Ñáñez ${index}`,
      idNumber: `X-${index}`,
      email: `maria.${index}@example.org`,
      country: 'Peru',
      startDate: '2026-03-01',
      endDate: '2026-06-30',
      scoreNumeric: 9.5,
      scoreLetter: undefined,
      showScoreLetter: true,
      showScoreNumeric: true,
      templateId: undefined,
      custom: {},
    })),
    update: [],
  });
  const { items } = await store.students.list(tenantId);
  const ask = async (batch: Parameters<Store['batches']['create']>[1]): Promise<string> => {
    const { _id } = await store.batches.create(tenantId, batch);
    const chunks = await store.batches.nextChunks(tenantId, _id, 4);
    const log = createLogger({ service: 'test', level: 'silent' });
    const queue = openQueue({ redisUrl: install.env.REDIS_URL!, log });
    const job = batch.kind === 'email' ? 'email' : 'generate';
    for (const chunk of chunks) await queue.enqueue(job, { tenantId, batchId: _id, ...chunk });
    await queue.close();
    return _id;
  };
  const common = { title: 'Test', createdBy: owner.userId };
  return {
    tenantId,
    students: items,
    generate: () =>
      ask({
        ...common,
        kind: 'generate',
        values: { course: 'Farmacia Hospitalaria' },
        items: items.map(({ _id, fullName }) => ({
          studentId: _id,
          fullName,
          templateId: template._id,
          revisionId: revision._id,
        })),
        signing: { method: 'self-signed', signingCertificateId: keyId },
      }),
    email: (rows) =>
      ask({ ...common, kind: 'email', items: rows.map((row) => ({ ...row, fullName: 'María Ñáñez' })) }),
  };
}
