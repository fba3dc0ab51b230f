import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBackings } from './backings.ts';
import { terminalReporter } from './report.ts';
import { root } from './root.ts';

// `npm run accept-store`: uses the stores named in the environment, else those of the running stack on this machine. If
// the stack does not run, because its services refuse the store, its stores are started for the command and stopped
// again.

const command = join(root, 'services/render-worker/src/accept-store.ts');

function accept(env: Record<string, string>): Promise<number> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [command, ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.once('error', failed);
    child.once('exit', (code) => done(code ?? 1));
  });
}

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { data: { type: 'string' }, yes: { type: 'boolean' } } });
  const from = values.data === undefined ? root : (process.env.INIT_CWD ?? process.cwd());
  const dataDir = resolve(from, values.data ?? '.data');
  if (process.env.MONGO_URL || existsSync(join(dataDir, 'stores.json'))) return accept({});
  const backings = await startBackings({
    dataDir,
    only: ['mongo', 'objects'],
    report: terminalReporter(process.stdout),
  });
  try {
    return await accept(backings.env);
  } finally {
    await backings.close();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
