import { isAbsolute, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { closingLines } from './closing-lines.ts';
import { terminalReporter } from './report.ts';
import { root } from './root.ts';
import { startStack } from './stack.ts';
import { removeStackFile, writeStackFile } from './stack-file.ts';

const USAGE = 'Usage: npm start -- [--port N] [--data DIR]';

/** A second Ctrl-C within this time is the terminal's and npm's echo of the first, ms. */
const ECHO = 1_500;

const { port, dataDir } = readArguments();
const report = terminalReporter(process.stdout);
const begun = Date.now();
const stop = new AbortController();
let stopAsked = 0;

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    if (stopAsked === 0) {
      stopAsked = Date.now();
      report.say('\nStopping …');
      stop.abort(new Error('stopped'));
    } else if (Date.now() - stopAsked > ECHO) {
      report.warn('Not waiting any longer; what still runs is ended by force.');
      process.exit(130);
    }
  });
}

// The terminal may be closed before us.
process.stdout.on('error', () => {});
report.say(`Sello starts on ${dataDir}`);

try {
  // A file left by a start that was killed must not tell of a stack that is not there.
  const stack = await startStack({
    dataDir,
    seed: true,
    report,
    signal: stop.signal,
    ...(port === undefined ? {} : { port }),
    onClaimed: () => removeStackFile(dataDir),
  });
  await writeStackFile(stack);
  report.say(closingLines(stack, Date.now() - begun));
  if (!stop.signal.aborted) {
    await new Promise((done) => stop.signal.addEventListener('abort', done, { once: true }));
  }
  await removeStackFile(dataDir);
  await stack.close();
  report.say('Stopped.');
  process.exit(0);
} catch (error) {
  if (stop.signal.aborted) {
    report.say('Stopped.');
    process.exit(130);
  }
  report.warn((error as Error).message);
  process.exit(1);
}

function readArguments(): { port: number | undefined; dataDir: string } {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string' }, data: { type: 'string' } } });
    const wanted = values.port === undefined ? undefined : Number(values.port);
    if (wanted !== undefined && !(Number.isInteger(wanted) && wanted > 0 && wanted < 65_536)) {
      throw new Error('--port takes a number from 1 to 65535.');
    }
    const folder = values.data ?? '.data';
    // npm runs us from the checkout; a relative folder is meant from where the person stands.
    const from = values.data === undefined ? root : (process.env.INIT_CWD ?? process.cwd());
    return { port: wanted, dataDir: isAbsolute(folder) ? folder : resolve(join(from, folder)) };
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}
