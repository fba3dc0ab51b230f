import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StackContext } from '../context.ts';
import { addressOf, hasDockerEngine, startContainer, stopContainer, waitUntilReady } from '../docker.ts';
import type { Backing, Provider } from '../providers.ts';

const IMAGE =
  'versity/versitygw:v1.8.0@sha256:30292fc2eeacc67a36993b01f7a7a5e3361a19cced0e80c1d71cfa2a4b0a2499';
const PORT = 7070;
const BUCKET = 'sello';
const ACCESS_KEY = 'sello';

const S3 = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;

/** The object store for certificates: the one of BLOBS, an S3 server in a container, or a folder. */
export function startObjects(context: StackContext): Promise<Backing & { provider: Provider }> {
  const { dataDir, environment, report, secrets } = context;
  return context.providers.first(
    'Objects',
    [
      {
        provider: 'environment',
        timeoutMs: 5_000,
        start: async () => {
          if (!environment.BLOBS) return null;
          const env: Record<string, string> = { BLOBS: environment.BLOBS };
          for (const name of S3) if (environment[name]) env[name] = environment[name];
          return { env, close: async () => {} };
        },
      },
      {
        provider: 'docker',
        timeoutMs: 180_000,
        start: async () => {
          if (!(await hasDockerEngine())) return null;
          const here = join(dataDir, 'objects-docker');
          // In VersityGW's POSIX mode a folder below the root is a bucket.
          await mkdir(join(here, BUCKET), { recursive: true });
          const container = await startContainer(
            {
              work: 'Objects',
              image: IMAGE,
              port: PORT,
              command: ['posix', '/data'],
              env: { ROOT_ACCESS_KEY: ACCESS_KEY, ROOT_SECRET_KEY: secrets.s3Secret },
              data: { here, there: '/data' },
            },
            report,
          );
          const endpoint = `http://${addressOf(container, PORT)}`;
          // An unsigned request is refused, but a response shows that it runs.
          await waitUntilReady(container, async () => (await fetch(endpoint)).status > 0);
          return {
            env: {
              BLOBS: `s3://${BUCKET}`,
              S3_ENDPOINT: endpoint,
              S3_REGION: 'us-east-1',
              S3_ACCESS_KEY: ACCESS_KEY,
              S3_SECRET_KEY: secrets.s3Secret,
            },
            close: () => stopContainer(container),
          };
        },
      },
      {
        provider: 'embedded',
        timeoutMs: 60_000,
        start: async () => {
          const folder = join(dataDir, 'objects');
          await mkdir(folder, { recursive: true, mode: 0o700 });
          return { env: { BLOBS: folder }, close: async () => {} };
        },
      },
    ],
    'set BLOBS',
    report,
  );
}
