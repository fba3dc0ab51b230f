import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../dev-stack/src/process/ports.ts';
import type { S3Settings } from '../src/index.ts';

const programs = ['proxy', 'account', 'container', 'object'] as const;
const startMs = 240_000;

export function hasSwift(): boolean {
  return [...programs.map((name) => `swift-${name}-server`), 'swift-ring-builder'].every(
    (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0,
  );
}

export interface Swift {
  s3: S3Settings;
  close(): Promise<void>;
}

/**
 * OpenStack Swift with its S3 API on loopback, with temporary data: a real S3 server from the distribution's packages.
 * `s3api` must come before `tempauth` in the pipeline; the ring has one device and one replica.
 */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-swift-'));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'devices/disk'), { recursive: true });
  const ports = Object.fromEntries(await Promise.all(programs.map(async (name) => [name, await freePort()])));
  await writeSettings(folder, ports);

  const children: ChildProcess[] = [];
  const memcached = await freePort();
  await writeFile(join(folder, 'memcache.conf'), `[memcache]\nmemcache_servers = 127.0.0.1:${memcached}\n`);
  for (const name of programs) {
    children.push(
      spawn('/usr/bin/python3', ['-c', launcher, folder, name, join(folder, `${name}.conf`)], {
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
      }),
    );
  }
  const problems: string[] = [];
  for (const child of children) child.stderr?.on('data', (chunk) => problems.push(String(chunk)));

  async function close(): Promise<void> {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue;
      const ended = once(child, 'exit');
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  }

  try {
    await untilHealthy(`http://127.0.0.1:${ports.proxy}/healthcheck`, children);
    // The other servers have no health check; any response is enough.
    for (const name of ['account', 'container', 'object']) {
      await untilHealthy(`http://127.0.0.1:${ports[name]}/`, children, () => true);
    }
  } catch (error) {
    await close();
    throw new Error(`swift did not start: ${problems.join('').slice(-2_000)}`, { cause: error });
  }
  return {
    s3: {
      endpoint: `http://127.0.0.1:${ports.proxy}`,
      region: 'us-east-1',
      accessKey: 'test:tester',
      secretKey: 'testing',
    },
    close,
  };
}

// The path of swift.conf is a constant in Swift's library, so it is set before anything else is imported.
const launcher = `
import sys, runpy
folder, name, conf = sys.argv[1:4]
import swift.common.utils as utils
utils.SWIFT_CONF_FILE = folder + '/swift.conf'
try:
    import swift.common.utils.base, swift.common.utils.config
except ImportError:
    pass
from swift.common import wsgi
from swift.common.storage_policy import reload_storage_policies
utils.validate_configuration()
reload_storage_policies()
sys.argv = ['swift-' + name + '-server', conf]
sys.exit(wsgi.run_wsgi(conf, name + '-server'))
`;

async function writeSettings(folder: string, ports: Record<string, number>): Promise<void> {
  await writeFile(
    join(folder, 'swift.conf'),
    `[swift-hash]\nswift_hash_path_suffix = a\nswift_hash_path_prefix = b\n[storage-policy:0]\nname = one\ndefault = yes\n`,
  );
  const common = (name: string): string =>
    [
      '[DEFAULT]',
      'bind_ip = 127.0.0.1',
      `bind_port = ${ports[name]}`,
      'workers = 0',
      `user = ${userInfo().username}`,
      `swift_dir = ${folder}`,
      `devices = ${folder}/devices`,
      'mount_check = false',
      'log_level = ERROR',
    ].join('\n');
  for (const name of ['account', 'container', 'object']) {
    await writeFile(
      join(folder, `${name}.conf`),
      `${common(name)}\n[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`,
    );
    const builder = join(folder, `${name}.builder`);
    for (const args of [
      ['create', '4', '1', '0'],
      ['add', `r1z1-127.0.0.1:${ports[name]}/disk`, '1'],
      ['rebalance'],
    ]) {
      const made = spawnSync('swift-ring-builder', [builder, ...args], { encoding: 'utf8' });
      if (made.status === 2 || made.error) throw new Error(`swift-ring-builder ${args[0]}: ${made.stdout}`);
    }
    await readFile(join(folder, `${name}.ring.gz`));
  }
  await writeFile(
    join(folder, 'proxy.conf'),
    [
      common('proxy'),
      '[pipeline:main]',
      'pipeline = catch_errors healthcheck cache listing_formats s3api tempauth bulk slo dlo proxy-server',
      '[app:proxy-server]',
      'use = egg:swift#proxy',
      'account_autocreate = true',
      // On a busy machine the servers respond late; the proxy must not stop using them for the next minute.
      'conn_timeout = 10',
      'node_timeout = 30',
      'recoverable_node_timeout = 30',
      'error_suppression_limit = 1000000',
      '[filter:catch_errors]',
      'use = egg:swift#catch_errors',
      '[filter:healthcheck]',
      'use = egg:swift#healthcheck',
      '[filter:cache]',
      'use = egg:swift#memcache',
      '[filter:listing_formats]',
      'use = egg:swift#listing_formats',
      '[filter:s3api]',
      'use = egg:swift#s3api',
      's3_acl = false',
      'dns_compliant_bucket_names = true',
      'location = us-east-1',
      '[filter:tempauth]',
      'use = egg:swift#tempauth',
      'user_test_tester = testing .admin',
      '[filter:bulk]',
      'use = egg:swift#bulk',
      '[filter:slo]',
      'use = egg:swift#slo',
      '[filter:dlo]',
      'use = egg:swift#dlo',
      '',
    ].join('\n'),
  );
}

async function untilHealthy(
  url: string,
  children: ChildProcess[],
  isHealthy: (response: Response) => boolean = (response) => response.ok,
): Promise<void> {
  const end = performance.now() + startMs;
  for (;;) {
    const isUp = await fetch(url).then(isHealthy, () => false);
    if (isUp) return;
    if (children.some((child) => child.exitCode !== null)) throw new Error('one of its servers exited');
    if (performance.now() > end) throw new Error(`no answer within ${startMs} ms`);
    await sleep(50);
  }
}
