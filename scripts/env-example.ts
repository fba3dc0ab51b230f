import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { envExample, type Variables } from '@sello/kit';

const root = join(import.meta.dirname, '..');

/** The configuration tables of the four services, by name. */
export async function serviceVariables(): Promise<Record<string, Variables>> {
  const names = ['bff', 'render-worker', 'mail-worker', 'domain-worker'];
  const tables: Record<string, Variables> = {};
  for (const name of names) {
    const module = (await import(join(root, 'services', name, 'src/config.ts'))) as { variables: Variables };
    tables[name] = module.variables;
  }
  return tables;
}

/** What `.env.example` must say: the union of the services' tables. */
export async function expectedEnvExample(): Promise<string> {
  const head =
    '# Settings of the four services. Copy to .env and fill in what is required; docs/operations.md says how to make the keys.\n\n';
  return head + envExample(await serviceVariables());
}

export const readEnvExample = (): string => readFileSync(join(root, '.env.example'), 'utf8');

if (import.meta.main) writeFileSync(join(root, '.env.example'), await expectedEnvExample());
