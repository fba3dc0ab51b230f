import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, type Call, errorMessage, invitesApi, membersApi, tenantsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { newId, type Store } from '@sello/store';
import { beforeAll, expect, it } from 'vitest';
import { type ApiError, createClient } from '../../../web/src/api/client.ts';
import { describeError } from '../../../web/src/errors/describe.ts';
import type { People } from './people.ts';

/** The function of the store that fails, and input that is valid until then. */
interface Row {
  fails: string;
  query?: object;
  body?: object;
}
type RowsOf<A extends Api> = Record<keyof A['calls'] & string, Row>;

/** The messages of the specification; the other calls have our own. */
const ofTheSpecification = [
  'Failed to list tenants',
  'Failed to create tenant',
  'Failed to get tenant settings',
  'Failed to update tenant settings',
  'Invalid or expired invite',
  'Failed to redeem invite',
  'Failed to send invites',
  'Failed to revoke invite',
  'Failed to remove member',
  "Failed to change member's role",
  'Failed to accept invite',
];

/** Every call about organizations, invitations and members while a function of the store fails. */
export function describeFailingStore(context: () => People): void {
  let failing = '';
  let fault: Error;
  let app: string;
  beforeAll(async () => {
    const { stack } = context();
    const store = withFault(stack.store, (path) => (path === failing ? fault : undefined));
    ({ app } = await stack.startBff({ PUBLIC_URL: stack.app }, { store, rateFactor: 50 }));
  });

  function rows(): [Api, Record<string, Row>][] {
    const { tenant } = context();
    const query = { tenantId: tenant };
    const inviteId = newId();
    const memberId = newId();
    const token = '0000000000';
    const tenants: RowsOf<typeof tenantsApi> = {
      my: { fails: 'tenants.listOf' },
      create: { fails: 'tenants.create', body: { name: 'Never made' } },
      settings: { fails: 'tenants.get', query },
      'settings-update': { fails: 'tenants.update', query, body: { publicDownload: false } },
      'time-zone': { fails: 'tenants.setFirstTimeZone', body: { timeZone: 'America/Lima' } },
      domains: { fails: 'domains.of', query },
      'domain-answers': { fails: 'domains.of', query },
      'domain-links': { fails: 'domains.of', query },
      'domains-add': { fails: 'domains.add', query, body: { domain: 'diplomas.academia-ana.org' } },
      'domains-update': { fails: 'domains.updateSettings', query, body: { localPart: 'diplomas' } },
      'domains-delete': { fails: 'domains.remove', query },
      certificates: { fails: 'signingCertificates.list', query },
      'certificates-update': {
        ...{ fails: 'tenants.update', query, body: { settings: { selfSignedEnabled: false } } },
      },
      'certificates-action': {
        ...{ fails: 'signingCertificates.revoke', query, body: { action: 'revoke', id: newId() } },
      },
      'certificate-download': { fails: 'signingCertificates.get', query: { ...query, id: newId() } },
      leave: { fails: 'members.remove', body: query },
      transfer: { fails: 'members.get', body: { memberId } },
      delete: { fails: 'tenants.get', body: { ...query, name: 'Academia' } },
      restore: { fails: 'tenants.restore', body: query },
      export: { fails: 'batches.create', body: query },
      'get-roles': { fails: 'sessions.get' },
    };
    const invites: RowsOf<typeof invitesApi> = {
      validate: { fails: 'invites.acrossTenants.byCode', query: { token } },
      redeem: { fails: 'invites.acrossTenants.byCode', body: { token } },
    };
    const members: RowsOf<typeof membersApi> = {
      list: { fails: 'members.page' },
      'list-invites': { fails: 'invites.page' },
      invite: { fails: 'invites.create', body: { ...query, emails: ['nobody-yet@example.org'] } },
      'resend-invite': { fails: 'invites.get', body: { inviteId } },
      'revoke-invite': { fails: 'invites.revoke', body: { inviteId } },
      'remove-member': { fails: 'members.get', body: { memberId } },
      'change-role': { fails: 'members.get', body: { memberId, newRole: 'admin' } },
      'set-status': { fails: 'members.get', body: { memberId, status: 'blocked' } },
      'accept-invite': { fails: 'invites.acrossTenants.get', body: { inviteId } },
      'get-invite-info': { fails: 'invites.acrossTenants.get', query: { inviteId } },
      'my-pending-invites': { fails: 'invites.acrossTenants.pendingFor' },
    };
    return [
      [tenantsApi, tenants],
      [invitesApi, invites],
      [membersApi, members],
    ];
  }

  it('is named in the words of each call, and why, and nothing of the fault is told', async () => {
    const { owner, tenant } = context();
    const client = createClient({
      fetch: (path, init) => fetch(`${app}${String(path)}`, init),
      token: () => owner.token(),
      tenantId: () => tenant,
      onUnauthenticated: () => undefined,
    });
    const titles = new Set<string>();
    for (const [code, given] of [
      ['unavailable', new AppError('unavailable')],
      ['internal', new Error('a secret of the database')],
    ] as const) {
      fault = given;
      for (const [api, calls] of rows()) {
        for (const [key, { fails, query, body }] of Object.entries(calls)) {
          failing = fails;
          const input = { ...(query && { query }), ...(body && { body }) };
          const call = client.call as (of: Api, name: string, input: object) => Promise<unknown>;
          const thrown = (await call(api, key, input).catch((error: unknown) => error)) as ApiError;
          const where = `${api.resource}.${key}`;
          expect([where, thrown.code, thrown.message]).toEqual([where, code, errorMessage(code)]);
          const { title, cause } = describeError(thrown, texts);
          const { fallback } = (api.calls as Record<string, Call>)[key]!;
          expect([where, title, cause]).toEqual([where, fallback, texts(`errors.${code}`)]);
          titles.add(title);
        }
      }
    }
    failing = '';
    expect([...titles]).toEqual(expect.arrayContaining(ofTheSpecification));
  });
}

/** The same store; `faultOf` gives the fault with which a function fails now, by its name such as `invites.page`. */
function withFault(store: Store, faultOf: (path: string) => Error | undefined): Store {
  function wrap(of: object, prefix: string): object {
    return Object.fromEntries(
      Object.entries(of).map(([name, member]: [string, unknown]) => {
        const path = prefix + name;
        if (typeof member === 'object' && member !== null) return [name, wrap(member, `${path}.`)];
        const run = member as (...args: unknown[]) => unknown;
        return [
          name,
          (...args: unknown[]) => {
            const fault = faultOf(path);
            return fault === undefined ? run(...args) : Promise.reject(fault);
          },
        ];
      }),
    );
  }
  return wrap(store, '') as Store;
}

const file = join(import.meta.dirname, '../../../web/src/i18n/locales/en/errors.json');
/** The contract's words; where screens have friendlier ones, `shown` has them. */
const { shown: _shown, ...errors } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
const texts = ((keys: string | string[], given?: string | { defaultValue?: string }): string => {
  const textOf = (key: string) =>
    key.split('.').reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], {
      errors,
    });
  const found = [keys].flat().map(textOf);
  const text = found.find((one) => typeof one === 'string') as string | undefined;
  return text ?? (typeof given === 'string' ? given : given?.defaultValue) ?? '';
}) as unknown as ((key: string) => string) & Parameters<typeof describeError>[1];
