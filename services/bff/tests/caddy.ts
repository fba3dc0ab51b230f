import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@sello/dev-stack';

export const hasCaddy = spawnSync('caddy', ['version']).status === 0;
const startMs = 240_000;

export interface Caddy {
  /** Where it listens on 127.0.0.1. */
  port: number;
  /** Opens a page of a name over TLS, by default `/verify`; `undefined` when the handshake is refused. */
  open(
    name: string,
    headers?: Record<string, string>,
    path?: string,
  ): Promise<{ status: number; text: string } | undefined>;
  /** The names that it has made certificates for, sorted. */
  certified(): string[];
  close(): Promise<void>;
}

/** The edge of production with its internal authority, in front of BFFs; `ask` is the URL that it asks for each name. */
export async function startCaddy({ bffs, ask }: { bffs: readonly string[]; ask: string }): Promise<Caddy> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-edge-'));
  const port = await freePort();
  const config = join(folder, 'Caddyfile');
  await writeFile(
    config,
    `{
      admin off
      auto_https disable_redirects
      skip_install_trust
      https_port ${port}
      storage file_system ${join(folder, 'store')}
      on_demand_tls {
        ask ${ask}
      }
    }
    https://:${port} {
      tls internal {
        on_demand
      }
      reverse_proxy ${bffs.map((app) => new URL(app).host).join(' ')}
    }
    `,
  );
  const edge = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: 'ignore',
  });
  const root = join(folder, 'store/pki/authorities/local/root.crt');
  const close = async (): Promise<void> => {
    const ended = once(edge, 'exit');
    if (edge.exitCode === null && edge.kill('SIGTERM')) await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + startMs;
  while (!existsSync(root)) {
    if (edge.exitCode !== null || Date.now() > deadline) {
      await close();
      throw new Error('Caddy did not start');
    }
    await pause(100);
  }
  const authority = readFileSync(root, 'utf8');
  return {
    ...{ close, port },
    open: (name, headers = {}, path = '/verify') =>
      new Promise((resolve) => {
        const sent = request(
          {
            ...{ host: '127.0.0.1', port, servername: name, path, ca: authority, agent: false },
            headers: { host: name, accept: 'text/html', ...headers },
          },
          (response) =>
            void text(response).then((body) => resolve({ status: response.statusCode!, text: body })),
        );
        sent.on('error', () => resolve(undefined));
        sent.end();
      }),
    certified() {
      const certificates = join(folder, 'store/certificates/local');
      return existsSync(certificates) ? readdirSync(certificates).sort() : [];
    },
  };
}
