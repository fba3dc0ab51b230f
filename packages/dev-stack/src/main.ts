import { enableCompileCache } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compileCache, root } from './root.ts';

const USAGE = 'Usage: npm start -- [--port N] [--data DIR]';

const given = readArguments();
enableCompileCache(compileCache);
// Loaded later, because loading the stack takes a moment: wrong arguments and the data folder are reported before.
console.log(`Sello starts on ${given.dataDir}`);
const { run } = await import('./run.ts');
await run(given);

function readArguments(): { port: number | undefined; dataDir: string } {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string' }, data: { type: 'string' } } });
    const wanted = values.port === undefined ? undefined : Number(values.port);
    if (wanted !== undefined && !(Number.isInteger(wanted) && wanted > 0 && wanted < 65_536)) {
      throw new Error('--port takes a number from 1 to 65535.');
    }
    const folder = values.data ?? '.data';
    // npm runs this in the checkout; a relative folder is relative to the directory of the caller.
    const from = values.data === undefined ? root : (process.env.INIT_CWD ?? process.cwd());
    return { port: wanted, dataDir: isAbsolute(folder) ? folder : resolve(join(from, folder)) };
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}
