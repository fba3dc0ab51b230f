import { spawn } from 'node:child_process';

/** The environment without the options that an outer `npm run` passes on, which the inner npm would apply. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = /^npm_config_(?!registry|cafile|userconfig|globalconfig|cache|proxy|https_proxy)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !kept.test(name)));
}

/**
 * Runs npm with the user's configuration and returns its trimmed stdout. Throws Error with the first lines of its
 * stderr.
 */
export function npm(
  args: readonly string[],
  options: { cwd: string; signal?: AbortSignal },
): Promise<string> {
  const script = process.env.npm_execpath;
  const [file, front] = script && /\.c?js$/.test(script) ? [process.execPath, [script]] : ['npm', []];
  const child = spawn(file, [...front, ...args, '--loglevel=error'], {
    ...options,
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: file === 'npm' && process.platform === 'win32',
  });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve(Buffer.concat(stdout).toString('utf8').trim());
      const message = Buffer.concat(stderr).toString('utf8').trim().split('\n').slice(0, 2).join(' ');
      reject(new Error(`npm ${args[0]} ended with ${code}: ${message}`));
    });
  });
}
