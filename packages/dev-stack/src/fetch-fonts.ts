import { fontPacks } from '@sello/design/fonts';
import { fetchPacks } from './fonts/packs.ts';
import { terminalReporter } from './report.ts';
import { fontFolder } from './root.ts';

// `npm run fetch-fonts [-- NAME …]`: downloads the missing font packs into FONT_PACKS or the folder that `npm start`
// uses.
// Exit code 0: all are installed; 1: some could not be downloaded; 2: unknown name.

const names = process.argv.slice(2);
const unknown = names.filter((name) => !fontPacks.some((pack) => pack.name === name));
if (unknown.length > 0) {
  console.error(
    `Unknown font packs: ${unknown.join(', ')}. Available: ${fontPacks.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort(new Error('stopped')));
try {
  const failed = await fetchPacks({
    folder: fontFolder(),
    packs: fontPacks.filter(({ name }) => names.length === 0 || names.includes(name)),
    report: terminalReporter(process.stdout),
    signal: stop.signal,
  });
  process.exitCode = failed.length > 0 ? 1 : 0;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
