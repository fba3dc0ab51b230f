import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { awaitingModules } from './awaiting.ts';

const packages = join(import.meta.dirname, '../../..');
const scripts = globSync('*/src/**/*.worker.ts', { cwd: packages }).filter(
  (name) => !name.endsWith('thread.worker.ts'),
);

/** Imports a module of the argument, and prints the address of each module with a top-level `await` that is loaded. */
const program = `
  import { registerHooks, stripTypeScriptTypes } from 'node:module';
  import { SourceTextModule } from 'node:vm';
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!loaded.format?.startsWith('module')) return loaded;
      const source = Buffer.from(loaded.source).toString();
      const code = loaded.format === 'module-typescript' ? stripTypeScriptTypes(source) : source;
      if (new SourceTextModule(code).hasTopLevelAwait()) console.log(url);
      return loaded;
    },
  });
  // Outside a thread it ends with the error of a port that is missing, when all that it imports has been evaluated.
  await import(process.argv[1]).catch(({ message }) => console.log(/of null/.test(message) ? '' : message));
  process.exit();`;

it.each(scripts)('%s imports no module with a top-level await but those that are named', (script) => {
  const url = pathToFileURL(join(packages, script)).href;
  const flags = ['--no-warnings', '--experimental-vm-modules', '--input-type=module'];
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '-e', program, url], {
    encoding: 'utf8',
  });
  const isNamed = /render\/src\/(budget|fonts)\//.test(script);
  expect([stdout.trim().split('\n').filter(Boolean), stderr]).toEqual([isNamed ? awaitingModules() : [], '']);
});
