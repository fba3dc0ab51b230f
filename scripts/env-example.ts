import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@sello/contracts';
import { envExample, integer, text, type Variables } from '@sello/kit';

const root = join(import.meta.dirname, '..');

/** The configuration tables of the four services, by name. */
export async function serviceVariables(): Promise<Record<string, Variables>> {
  const tables: Record<string, Variables> = {};
  for (const name of serviceNames) {
    const module = (await import(join(root, 'services', name, 'src/config.ts'))) as { variables: Variables };
    tables[name] = module.variables;
  }
  return tables;
}

/** The variables that docker-compose.yml itself reads, in addition to those that it passes to the services. */
export const composeVariables = {
  SELLO_VERSION: { about: 'The tag of the image', schema: text, default: 'local' },
  UV_THREADPOOL_SIZE: {
    about: 'Threads of every process for RSA and files; the number of cores is a good value',
    schema: integer(1, 1024),
    default: '8',
  },
  SERVICE_MEMORY: {
    about: 'The most memory that one process of ours may take',
    schema: text,
    default: '2g',
  },
  SERVER_MEMORY: {
    about: 'The most memory that MongoDB, Redis or the object store may take, each',
    schema: text,
    default: '2g',
  },
  SERVICE_CPUS: {
    about: 'The most cores that one container may use; not more than the machine has',
    schema: text,
    default: '2',
  },
  MONGO_PASSWORD: { about: 'The password that stands in MONGO_URL', schema: text },
  MONGO_ROOT_PASSWORD: { about: 'The password of the root of MongoDB', schema: text },
  MONGO_MEMBERS_KEY: { about: 'What the members of the replica set know each other by', schema: text },
  REDIS_PASSWORD: { about: 'The password that stands in REDIS_URL', schema: text },
  S3_ROOT_ACCESS_KEY: {
    about: 'The root of the object store, who makes the bucket and its user',
    schema: text,
  },
  S3_ROOT_SECRET_KEY: { about: 'The password of that root', schema: text },
  BACKUPS: {
    about: 'The folder of this machine that backups are written to and read from',
    schema: text,
    default: './backups',
  },
} as const satisfies Variables;

const composeText = (): string => readFileSync(join(root, 'docker-compose.yml'), 'utf8');

/** The variables that docker-compose.yml interpolates, with their defaults. */
export function composeReferences(): Map<string, { isRequired: boolean; default: string | undefined }> {
  const found = [...composeText().matchAll(/\$\{(\w+)(?:(:[-?])([^}]*))?\}/g)];
  return new Map(
    found.map(([, name, kind, rest]) => [
      name!,
      { isRequired: kind === ':?', default: kind === ':-' && rest ? rest : undefined },
    ]),
  );
}

/** The names of the variables that deploy/make-keys.ts prints. */
export function madeByMakeKeys(): string[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, 'deploy/make-keys.ts')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.slice(0, line.indexOf('=')));
}

/** The expected text of `.env.example`: the union of the services' tables, as docker-compose.yml uses them. */
export async function expectedEnvExample(): Promise<string> {
  const services = await serviceVariables();
  const references = composeReferences();
  const names = Object.values(services).flatMap((table) => Object.keys(table));
  const made = Object.fromEntries(madeByMakeKeys().map((name) => [name, 'deploy/make-keys.ts']));
  const fixed = names.filter((name) => !references.has(name));
  const options = {
    required: new Set([...references].flatMap(([name, { isRequired }]) => (isRequired ? [name] : []))),
    values: Object.fromEntries(
      [...references].flatMap(([name, row]) => (row.default === undefined ? [] : [[name, row.default]])),
    ),
    setBy: { ...Object.fromEntries(fixed.map((name) => [name, 'docker-compose.yml'])), ...made },
  };
  const head = `# Settings for docker-compose.yml: \`cp .env.example .env\`, then change the lines without # in front. docs/operations.md
# says how; what deploy/make-keys.ts makes comes behind them.

`;
  return `${head}${envExample(services, options)}\n${envExample({ 'docker-compose.yml': composeVariables }, options)}`;
}

export const readEnvExample = (): string => readFileSync(join(root, '.env.example'), 'utf8');

if (import.meta.main) writeFileSync(join(root, '.env.example'), await expectedEnvExample());
