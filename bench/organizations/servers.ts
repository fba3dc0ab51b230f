import { type ChildProcess, fork } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Backings, freePort } from '@sello/dev-stack';
import { generateWrappingKeys } from '@sello/proof';

export interface Server {
  origin: string;
  process: ChildProcess;
}

/** Two BFFs on one set of services, as behind a balancer, and the bare route. */
export interface Servers {
  bff: Server;
  otherBff: Server;
  bare: Server;
  stop(): Promise<void>;
}

export async function startServers(backings: Backings): Promise<Servers> {
  const running: ChildProcess[] = [];
  const stop = async () => {
    for (const child of running.splice(0)) {
      if (child.exitCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  };
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [port, otherPort] = [await freePort(), await freePort()];
  const shared = {
    ...{ PUBLIC_URL: `http://localhost:${port}`, LIMITS_FACTOR: '1000', INTERNAL_PORT: '127.0.0.1:0' },
    ...{ MAIL_FROM: 'certificates@bench.example', DKIM_KEYS_PUBLIC: generateWrappingKeys().publicKey },
    SIGNING_KEYS_PUBLIC: generateWrappingKeys().publicKey,
    MASTER_KEY: randomBytes(32).toString('base64'),
    SESSION_KEY: JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] }),
  };

  async function startBff(at: number): Promise<Server> {
    const child = fork(join(import.meta.dirname, '../../services/bff/src/main.ts'), {
      // For example `--cpu-prof`.
      execArgv: process.env.BENCH_BFF_OPTIONS?.split(' ') ?? [],
      env: { ...process.env, ...backings.env, ...shared, PORT: `localhost:${at}` },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    running.push(child);
    const origin = `http://localhost:${at}`;
    while (!(await isUp(origin))) {
      if (child.exitCode !== null) throw new Error(`the BFF exited with ${child.exitCode}`);
      await sleep(100);
    }
    return { origin, process: child };
  }

  async function startBare(): Promise<Server> {
    const child = fork(join(import.meta.dirname, 'bare-route.ts'), {
      execArgv: [],
      env: { ...process.env, ...backings.env },
    });
    running.push(child);
    const [at] = (await once(child, 'message')) as [number];
    return { origin: `http://127.0.0.1:${at}`, process: child };
  }

  try {
    const bff = await startBff(port);
    return { bff, otherBff: await startBff(otherPort), bare: await startBare(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const isUp = (origin: string): Promise<boolean> =>
  fetch(origin).then(
    () => true,
    () => false,
  );

/** CPU time that a process has used, ms. Linux only; 0 elsewhere. */
export function cpuOf({ process: { pid } }: Server): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
    // User and system time in clock ticks of 10 ms.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}
