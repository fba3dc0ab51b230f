// A fake `docker` for machines without an engine. The image is a folder with the files that the Dockerfile copies; a
// container is a process in that folder with the environment that docker-compose resolves from docker-compose.yml and
// .env. Only addresses are replaced by those of the test's stores. SELLO_DOCKER contains the folder and the addresses.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { freePort } from '../../packages/dev-stack/src/process/ports.ts';
import { generous } from '../patience.ts';
import { root } from './manual.ts';

interface Machine {
  /** The folder of the image and of the list of processes. */
  folder: string;
  /** Settings that are addresses. */
  addresses: Record<string, string>;
}

interface Service {
  image: string;
  command: string[];
  environment?: Record<string, string>;
  volumes?: (string | { source: string; target: string })[];
  build?: unknown;
}

const machine = JSON.parse(process.env.SELLO_DOCKER ?? '') as Machine;
const image = join(machine.folder, 'image');
const running = join(machine.folder, 'running');
const [command, ...rest] = process.argv.slice(2);

async function run(): Promise<number> {
  if (command === 'build') return build();
  if (command === 'run') return container(afterOptions(rest, ['--rm']).slice(1), {});
  if (command !== 'compose') throw new Error(`no such command: ${command}`);
  const [verb, ...args] = rest;
  if (verb === 'up') return up();
  if (verb === 'down') return down();
  if (verb !== 'run') throw new Error(`no such command: compose ${verb}`);
  const [name, ...given] = afterOptions(args, ['--rm', '--user']);
  const service = serviceOf(name!);
  return container(given.length > 0 ? given : service.command, environmentOf(service), service);
}

/** The arguments after the options. Throws for an option that is not known. */
function afterOptions(args: string[], known: string[]): string[] {
  const at = args.findIndex((arg, index) => !arg.startsWith('--') && args[index - 1] !== '--user');
  const options = args.slice(0, at).filter((arg) => arg.startsWith('--'));
  if (options.some((option) => !known.includes(option))) throw new Error(`no such option: ${options}`);
  return args.slice(at);
}

/** Copies the files that the last stage of the Dockerfile copies from the checkout, and the dependencies. */
function build(): number {
  rmSync(image, { recursive: true, force: true });
  mkdirSync(image, { recursive: true });
  const stage = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .split(/^FROM /m)
    .at(-1)!;
  const copied = [...stage.matchAll(/^COPY (?!--)(\S+) \1$/gm)].map((match) => match[1]!);
  for (const name of [...copied, 'node_modules']) symlinkSync(join(root, name), join(image, name));
  return 0;
}

function compose(): Record<string, Service> {
  const { stdout, stderr, status } = spawnSync('docker-compose', ['--profile', 'operator', 'config'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  });
  if (status !== 0) throw new Error(stderr);
  return (parse(stdout) as { services: Record<string, Service> }).services;
}

const serviceOf = (name: string): Service => compose()[name]!;

function environmentOf({ environment = {} }: Service): Record<string, string> {
  const addresses = Object.entries(machine.addresses).filter(([name]) => name in environment);
  return { ...environment, ...Object.fromEntries(addresses) };
}

/** What every container has: the image keeps compiled code, and so does the run of the tests. */
const bare = (): Record<string, string> => {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return { PATH: PATH!, HOME: HOME!, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) };
};

/** Maps paths in the container to the mounted folders; like Docker it creates missing folders. */
function mapperOf({ volumes = [] }: Pick<Service, 'volumes'>): (path: string) => string {
  const mounts = volumes.map((volume) => {
    const [source, target] = typeof volume === 'string' ? volume.split(':') : [volume.source, volume.target];
    return { source: resolve(source!), target: target! };
  });
  for (const { source } of mounts) mkdirSync(source, { recursive: true });
  return (path) => {
    const mount = mounts.find(({ target }) => path === target || path.startsWith(`${target}/`));
    return mount ? `${mount.source}${path.slice(mount.target.length)}` : path;
  };
}

function container(
  args: string[],
  environment: Record<string, string>,
  service: Service | object = {},
): number {
  const map = mapperOf(service);
  const [file, ...rest] = args.map(map);
  const { status } = spawnSync(file!, rest, {
    cwd: image,
    env: { ...bare(), ...environment, ...('FONTS' in environment && { FONTS: map(environment.FONTS) }) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status ?? 1;
}

/** Starts Sello's services and waits until each is healthy. */
async function up(): Promise<number> {
  const ours = Object.entries(compose()).filter(
    ([name, { build }]) => build !== undefined && name !== 'operator' && name !== 'bucket',
  );
  const waiting = new Map<number, string>();
  for (const [name, service] of ours) {
    const internal = await freePort();
    const environment: Record<string, string> = {
      ...environmentOf(service),
      INTERNAL_PORT: `127.0.0.1:${internal}`,
    };
    if (environment.FONTS) environment.FONTS = mapperOf(service)(environment.FONTS);
    if (environment.ASK_PORT) environment.ASK_PORT = `127.0.0.1:${await freePort()}`;
    if (environment.PORT) environment.PORT = `127.0.0.1:${machine.addresses.PORT}`;
    const log = openSync(join(machine.folder, `${name}.log`), 'a');
    const child = spawn(service.command[0]!, service.command.slice(1), {
      cwd: image,
      env: { ...bare(), ...environment },
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.unref();
    appendFileSync(running, `${child.pid} ${name}\n`);
    waiting.set(internal, name);
  }
  const until = Date.now() + generous;
  while (Date.now() < until) {
    // The check is a process of its own, which takes longer to start than a service to answer: it is made of those that listen.
    for (const port of waiting.keys()) {
      if ((await listens(port)) && (await healthy(port))) waiting.delete(port);
    }
    if (waiting.size === 0) return 0;
    await sleep(400);
  }
  for (const name of waiting.values())
    console.error(name, readFileSync(join(machine.folder, `${name}.log`), 'utf8'));
  return 1;
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    const end = (isListening: boolean) => {
      socket.destroy();
      done(isListening);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

/** The health check of the containers. */
function healthy(port: number): Promise<boolean> {
  return new Promise((done) => {
    const env = { ...bare(), INTERNAL_PORT: String(port) };
    const child = spawn('node', ['deploy/healthy.mjs'], { cwd: image, env, stdio: 'ignore' });
    child.once('exit', (code) => done(code === 0));
  });
}

async function down(): Promise<number> {
  const pids = readFileSync(running, { encoding: 'utf8', flag: 'a+' })
    .split('\n')
    .filter(Boolean)
    .map((line) => Number.parseInt(line, 10));
  rmSync(running, { force: true });
  const isAlive = (pid: number): boolean => {
    try {
      // A zombie still accepts signals, so the state of the process is read.
      return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  for (let tries = 0; pids.some(isAlive) && tries < 300; tries++) await sleep(100);
  return 0;
}

process.exitCode = await run();
