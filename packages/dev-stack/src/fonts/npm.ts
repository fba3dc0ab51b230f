import { spawn } from 'node:child_process';

/** What npm told a script about its own run would be taken for settings of the inner run. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = /^npm_config_(?!registry|cafile|userconfig|globalconfig|cache|proxy|https_proxy)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !kept.test(name)));
}

/** Runs npm, which knows the registry of this machine, and returns what it printed. Throws Error with its last lines. */
export function npm(
  args: readonly string[],
  options: { cwd: string; signal?: AbortSignal },
): Promise<string> {
  const own = process.env.npm_execpath;
  const [file, front] = own && /\.c?js$/.test(own) ? [process.execPath, [own]] : ['npm', []];
  const child = spawn(file, [...front, ...args, '--loglevel=error'], {
    ...options,
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: file === 'npm' && process.platform === 'win32',
  });
  const [printed, failed]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => failed.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve(Buffer.concat(printed).toString('utf8').trim());
      const last = Buffer.concat(failed).toString('utf8').trim().split('\n').slice(0, 2).join(' ');
      reject(new Error(`npm ${args[0]} ended with ${code}: ${last}`));
    });
  });
}
