import { join } from 'node:path';
import type { ServiceName } from '@sello/contracts';
import type { Variables } from '@sello/kit';
import { compileCache, root } from './root.ts';
import type { Secrets } from './secrets.ts';

/** The entry file of a service, as in production. */
export const mainOf = (service: ServiceName): string => join(root, 'services', service, 'src/main.ts');

/**
 * The environment variables that a service reads, and those with which its process is started. It gets only these, so
 * that no other service's secret enters its process.
 */
async function configOf(
  service: ServiceName,
): Promise<{ names: string[]; processVariables: Record<string, string> }> {
  const module = (await import(join(root, 'services', service, 'src/config.ts'))) as {
    variables: Variables;
    processVariables?: Record<string, string>;
  };
  return { names: Object.keys(module.variables), processVariables: module.processVariables ?? {} };
}

/** Settings of the whole stack; the operator's environment takes precedence. */
export function stackSettings(options: {
  backings: Record<string, string>;
  secrets: Secrets;
  publicUrl: string;
  web: string;
  superAdmins: string[];
}): Record<string, string> {
  const { secrets } = options;
  return {
    ...options.backings,
    PUBLIC_URL: options.publicUrl,
    // The names of an organization of this machine, such as school.test.
    RESERVED_DOMAINS: 'allow',
    WEB_DIST: options.web,
    SUPER_ADMINS: options.superAdmins.join(','),
    // E-mails of this stack are delivered to its own inbox, so no quota is needed.
    MAIL_QUOTA: 'none',
    MAIL_QUOTA_UNPROVEN: 'none',
    SESSION_KEY: JSON.stringify(secrets.sessionKeys),
    MASTER_KEY: secrets.masterKey,
    SIGNING_KEYS_PUBLIC: secrets.signingKeys.public,
    SIGNING_KEYS_PRIVATE: secrets.signingKeys.private,
    DKIM_KEYS_PUBLIC: secrets.dkimKeys.public,
    DKIM_KEYS_PRIVATE: secrets.dkimKeys.private,
  };
}

/** Environment variables of the machine that every process needs. */
const MACHINE = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'TZ',
  'NODE_EXTRA_CA_CERTS',
  'UV_THREADPOOL_SIZE',
  // Of tests: see `times` of @sello/kit.
  'TIME_SCALE',
];

/** The environment of one service process. */
export async function environmentOf(
  service: ServiceName,
  settings: Record<string, string>,
  outer: Record<string, string | undefined>,
  own: Record<string, string>,
): Promise<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const name of MACHINE) if (outer[name] !== undefined) env[name] = outer[name];
  const { names, processVariables } = await configOf(service);
  for (const name of names) {
    const value = settings[name] ?? outer[name];
    if (value !== undefined) env[name] = value;
  }
  return { ...processVariables, ...env, ...own, NODE_ENV: 'production', NODE_COMPILE_CACHE: compileCache };
}
