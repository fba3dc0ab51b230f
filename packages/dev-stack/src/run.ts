import { fontPacks } from '@sello/design/fonts';
import { fetchPacks } from './fonts/packs.ts';
import { readySummary } from './ready-summary.ts';
import { terminalReporter } from './report.ts';
import { fontFolder } from './root.ts';
import { startStack } from './stack.ts';
import { removeStackFile, writeStackFile } from './stack-file.ts';

/** A second signal within this time is the same Ctrl-C, delivered by the terminal and by npm, ms. */
const ECHO = 1_500;

/** Runs the stack in the foreground until a signal, then ends this process. */
export async function run({ port, dataDir }: { port: number | undefined; dataDir: string }): Promise<never> {
  const report = terminalReporter(process.stdout);
  const begun = Date.now();
  const stop = new AbortController();
  let stopAsked = 0;

  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (stopAsked === 0) {
        stopAsked = Date.now();
        report.info('\nStopping …');
        stop.abort(new Error('stopped'));
      } else if (Date.now() - stopAsked > ECHO) {
        report.warn('Not waiting any longer; what still runs is ended by force.');
        process.exit(130);
      }
    });
  }

  // The terminal may be closed before this process ends.
  process.stdout.on('error', () => {});

  try {
    // Removed first: a file of a killed start must not describe a stack that does not run.
    const stack = await startStack({
      dataDir,
      seed: true,
      report,
      signal: stop.signal,
      ...(port === undefined ? {} : { port }),
      settings: { FONT_PACKS: fontFolder() },
      onClaimed: () => removeStackFile(dataDir),
    });
    await writeStackFile(stack);
    report.info(readySummary(stack, Date.now() - begun));
    // In the background: names that need them say so until they are there. A folder of one's own is one's own affair.
    const fetching = process.env.FONT_PACKS
      ? undefined
      : fetchPacks({ folder: fontFolder(), packs: fontPacks, report, signal: stop.signal }).catch(() => {
          // Stopped in the middle: the next start goes on.
        });
    if (!stop.signal.aborted) {
      await new Promise((done) => stop.signal.addEventListener('abort', done, { once: true }));
    }
    await removeStackFile(dataDir);
    await fetching;
    await stack.close();
    report.info('Stopped.');
    process.exit(0);
  } catch (error) {
    if (stop.signal.aborted) {
      report.info('Stopped.');
      process.exit(130);
    }
    report.warn((error as Error).message);
    process.exit(1);
  }
}
