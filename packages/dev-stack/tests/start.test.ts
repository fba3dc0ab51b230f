import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rpcApi, studentsApi, tenantsApi } from '@sello/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCommands, root } from '../../../tests/operations/manual.ts';
import { demoOrganization, demoPeople, demoStudents, signIn } from '../src/index.ts';
import { isFree } from '../src/process/ports.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');

interface StackFile {
  pid: number;
  app: string;
  inbox: string;
  issuer: string;
  internal: string;
  people: { email: string; role: string }[];
  verify: string;
}

/** `npm start`, as scripts/run.mjs starts it: the leader of a process group, as in a terminal. */
class Start {
  said = '';
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;

  constructor(data: string, more: string[] = []) {
    this.child = spawn(process.execPath, [MAIN, '--data', data, ...more], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...{
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          LANG: 'C.UTF-8',
          TIME_SCALE: process.env.TIME_SCALE,
        },
        // A folder of one's own is not filled.
        FONT_PACKS: join(data, 'fonts'),
      },
    });
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        this.said += chunk.toString('utf8');
      });
    }
    this.ended = new Promise((resolve) => this.child.once('close', (code) => resolve(code)));
  }

  async ready(data: string): Promise<StackFile> {
    const file = join(data, 'stack.json');
    let over = false;
    void this.ended.then(() => {
      over = true;
    });
    const read = async (): Promise<StackFile | null> => readFile(file, 'utf8').then(JSON.parse, () => null);
    // A killed start leaves its file; that of this start has its process id.
    const isOurs = async (): Promise<boolean> => over || (await read())?.pid === this.child.pid;
    await expect.poll(isOurs, { interval: 50 }).toBe(true);
    if (over) throw new Error(`ended before it was ready: ${this.said}`);
    return (await read())!;
  }
}

/** Processes with the data folder in their arguments or environment, or with its database in their title. */
async function left(data: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
    const [line, env] = await Promise.all(
      ['cmdline', 'environ'].map((name) => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '')),
    );
    if (line!.includes(data) || env!.includes(`=${data}`)) found.push(line!.replaceAll('\0', ' '));
  }
  return found;
}

let folder: string;
let data: string;
let port: number;
const starts: Start[] = [];
const start = (...more: string[]): Start => {
  const one = new Start(data, ['--port', String(port), ...more]);
  starts.push(one);
  return one;
};

const manual = (): string[] => readCommands().get('With `npm start`')!;

/** Runs a command of the manual in a temporary checkout with its own data folder and this code. */
async function runLine(cwd: string, line: string): Promise<string> {
  const command = line.replace(/^npm run (\S+) -- (.*)$/, '"$NODE" "$RUN" $1 $2 --data .data');
  const env = { ...process.env, NODE: process.execPath, RUN: join(root, 'scripts/run.mjs'), INIT_CWD: cwd };
  return (await promisify(execFile)('sh', ['-euc', command], { cwd, env })).stdout;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sello-start-'));
  data = join(folder, '.data');
  for (port = 24_000 + (process.pid % 4_000); !(await isFree(port)); port++);
});
afterAll(async () => {
  for (const { child, ended } of starts) {
    child.kill('SIGINT');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

describe('npm start', () => {
  let first: Start;
  /** The start after the first was killed. */
  let again: Start;
  let file: StackFile;

  it('killed while it creates the demo data is continued by the next start, which creates nothing twice', async () => {
    const broken = start();
    await expect.poll(() => broken.said).toContain('Demo data: signing certificate');
    broken.child.kill('SIGKILL');
    await broken.ended;

    first = start();
    file = await first.ready(data);
    const owner = await signIn({ app: file.app, issuer: { url: file.issuer } }, demoPeople[0]!);
    const tenants = await owner.call(tenantsApi, 'my');
    expect(tenants.map((tenant) => tenant.name)).toEqual([demoOrganization]);
    const list = await owner.call(studentsApi, 'list', { tenant: tenants[0]!._id, query: {} });
    expect(list).toMatchObject({ total: demoStudents.length, certified: demoStudents.length });
    await owner.signOut();
  });

  it('gives each of the demo people their role', async () => {
    const roles: Record<string, string[]> = {};
    for (const person of demoPeople) {
      const client = await signIn({ app: file.app, issuer: { url: file.issuer } }, person);
      const tenants = await client.call(tenantsApi, 'my');
      const tenant = tenants.find((entry) => entry.name === demoOrganization)!;
      const body = { user_uuid: client.user.id, tenant_uuid: tenant._id };
      roles[person.role] = (await client.call(rpcApi, 'get_all_user_data', { body })).roles;
      await client.signOut();
    }
    expect(roles).toEqual({
      owner: ['owner'],
      admin: ['admin'],
      member: ['member'],
      'template designer': ['template_designer'],
      'super admin': ['super_admin'],
    });
  });

  it('starts the platform with the seed and prints its addresses', async () => {
    expect(file.app).toBe(`http://localhost:${port}`);
    for (const url of [file.app, file.inbox, file.verify, `${file.internal}/readyz`]) {
      expect((await fetch(url)).status, url).toBe(200);
    }
    expect((await fetch(`${file.issuer}/.well-known/openid-configuration`)).status).toBe(200);
    const hash = file.verify.split('/').at(-1);
    const lookup = await fetch(`${file.app}/api/verify?fn=lookup&hash=${hash}`);
    expect(await lookup.json()).toMatchObject({
      certificate: {
        ...{ state: 'valid', signed: true },
        issuer: { name: 'Instituto Cordillera', identity: { kind: 'operator' } },
      },
    });
    await expect.poll(() => first.said).toContain('Ctrl-C stops everything.');
    expect(first.said).toContain(`${demoStudents.length} signed certificates issued`);
    for (const said of [file.app, file.inbox, file.verify, ...file.people.map((person) => person.email)]) {
      expect(first.said).toContain(said);
    }
  });

  it('started a second time on the same data fails with one sentence and does not touch the first', async () => {
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.said).toMatch(/! Sello already runs on .* \(process \d+\); stop it first/);
    expect((await fetch(`${file.internal}/readyz`)).status).toBe(200);
    expect(existsSync(join(data, 'stack.json'))).toBe(true);
  });

  it('names a crashed process with its log and restarts it', async () => {
    const running = JSON.parse(await readFile(join(data, 'running.json'), 'utf8'));
    const worker = running.parts.find((part: { name: string }) => part.name === 'render-worker');
    process.kill(worker.pid, 'SIGKILL');
    await expect.poll(() => first.said).toContain('render-worker has restarted.');
    const log = join(data, 'logs/render-worker.log');
    expect(first.said).toContain(
      `! render-worker ended unexpectedly (signal SIGKILL); restarting in 0.25 s. Log: ${log}`,
    );
    expect(existsSync(log)).toBe(true);
  });

  it('is backed up while it runs, as docs/operations.md says', async () => {
    const [backup, copyRest] = manual();
    expect(await runLine(folder, backup!)).toMatch(/^\d+ documents and \d+ objects/);
    await runLine(folder, copyRest!);
  });

  it('that was killed is started again with the same seed', async () => {
    first.child.kill('SIGKILL');
    await first.ended;
    again = start();
    const found = await again.ready(data);
    expect(found.verify).toBe(file.verify);
    expect(found.issuer).toBe(file.issuer);
    expect((await fetch(found.verify)).status).toBe(200);
    expect(again.said).not.toContain('Demo data');
  });

  it('stops gracefully at Ctrl-C and leaves no process', async () => {
    process.kill(-again.child.pid!, 'SIGINT');
    expect(await again.ended).toBe(0);
    await expect.poll(() => left(data)).toEqual([]);
    expect(existsSync(join(data, 'stack.json'))).toBe(false);
    expect(existsSync(join(data, 'running.json'))).toBe(false);
    expect(again.said).not.toContain('by force');
  });

  it('is restored into a new data folder from its backup, as docs/operations.md says', async () => {
    const machine = join(folder, 'machine');
    await mkdir(machine);
    await cp(join(folder, 'backups'), join(machine, 'backups'), { recursive: true });
    const restored = join(machine, '.data');
    for (const line of manual().slice(2)) {
      if (line !== 'npm start') {
        await runLine(machine, line);
        continue;
      }
      const second = new Start(restored, ['--port', String(port)]);
      starts.push(second);
      const found = await second.ready(restored);
      expect(found.verify).toBe(file.verify);
      expect(second.said).not.toContain('Demo data');
      const lookup = await fetch(`${found.app}/api/verify?fn=lookup&hash=${found.verify.split('/').at(-1)}`);
      expect(await lookup.json()).toMatchObject({ certificate: { state: 'valid', signed: true } });
    }
    process.kill(starts.at(-1)!.child.pid!, 'SIGINT');
    expect(await starts.at(-1)!.ended).toBe(0);
  });

  it('stopped while it starts leaves no process either', async () => {
    const one = start();
    await expect.poll(() => one.said).toContain('Redis');
    process.kill(-one.child.pid!, 'SIGINT');
    expect(await one.ended).toBe(130);
    await expect.poll(() => left(data)).toEqual([]);
  });

  it('refuses unknown arguments and an invalid port', async () => {
    for (const wrong of [
      ['--prot', '3000'],
      ['--port', 'x'],
      ['--port', '70000'],
    ]) {
      const one = new Start(data, wrong);
      expect(await one.ended).toBe(2);
      expect(one.said).toContain('Usage: npm start -- [--port N] [--data DIR]');
    }
  });
});
