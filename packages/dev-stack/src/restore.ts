import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBackings } from './backings.ts';
import { terminalReporter } from './report.ts';
import { root } from './root.ts';
import { removeStackFile } from './stack-file.ts';

// `npm run restore`: restores into the stores named by the environment, else into those of the stopped stack on this
// machine, which are started for the command and stopped again. A running stack has claimed its data folder, so nothing
// is written then.

const command = join(root, 'services/render-worker/src/restore.ts');
const args = process.argv.slice(2);

function restore(env: Record<string, string>): Promise<number> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [command, ...args], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.once('error', failed);
    child.once('exit', (code) => done(code ?? 1));
  });
}

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { data: { type: 'string' }, from: { type: 'string' } } });
  if (process.env.MONGO_URL || values.from === undefined) return restore({});
  const from = values.data === undefined ? root : (process.env.INIT_CWD ?? process.cwd());
  const dataDir = resolve(from, values.data ?? '.data');
  const backings = await startBackings({
    dataDir,
    only: ['mongo', 'objects'],
    report: terminalReporter(process.stdout),
    onClaimed: () => removeStackFile(dataDir),
  });
  try {
    return await restore(backings.env);
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
