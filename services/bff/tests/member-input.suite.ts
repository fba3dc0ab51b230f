import { type Api, type Call, invitesApi, membersApi, tenantsApi } from '@sello/contracts';
import { newId } from '@sello/store';
import { expect, it } from 'vitest';
import type { People } from './people.ts';

/** Values that no field of these calls takes. */
const hostile = (): [string, unknown][] => [
  ['an operator', { $ne: 1 }],
  ['a nested operator', { $where: 'sleep(1000)' }],
  ['an array', ['x', { $gt: '' }]],
  ['a prototype', JSON.parse('{"__proto__":{"role":"owner"}}')],
  ['the name of the prototype', '__proto__'],
  ['a megabyte', 'x'.repeat(1_000_000)],
  ['control characters', 'a\u0000b\u0007\u001b[2J@example.org'],
  ['right-to-left marks', '\u202ea\u200f@example.org'],
  ['a number', 7],
];

interface Row {
  api: Api;
  fn: string;
  /** Valid input that has no effect: what it names does not exist. */
  input: Record<string, unknown>;
}

/** Bad input in every field of every call about members and invitations. */
export function describeMemberInput(context: () => People): void {
  it('is refused in every field, without an effect', async () => {
    const { stack, owner, tenant } = context();
    const memberId = newId();
    const inviteId = newId();
    const rows: Row[] = [
      { api: invitesApi, fn: 'validate', input: { token: '0000000000' } },
      { api: invitesApi, fn: 'redeem', input: { token: '0000000000' } },
      { api: membersApi, fn: 'invite', input: { tenantId: tenant, emails: ['nobody'], language: 'en' } },
      { api: membersApi, fn: 'resend-invite', input: { inviteId } },
      { api: membersApi, fn: 'revoke-invite', input: { inviteId } },
      { api: membersApi, fn: 'remove-member', input: { memberId } },
      { api: membersApi, fn: 'change-role', input: { memberId, newRole: 'admin' } },
      { api: membersApi, fn: 'set-status', input: { memberId, status: 'blocked' } },
      { api: membersApi, fn: 'accept-invite', input: { inviteId, userName: 'Ana' } },
      { api: tenantsApi, fn: 'leave', input: { tenantId: tenant } },
      { api: tenantsApi, fn: 'transfer', input: { memberId } },
    ];
    const snapshot = async () => [
      await stack.store.members.list(tenant),
      await stack.store.invites.list(tenant, { all: true }),
    ];
    const before = await snapshot();
    for (const { api, fn, input } of rows) {
      const { method } = (api.calls as Record<string, Call>)[fn]!;
      for (const field of Object.keys(input)) {
        for (const [what, value] of hostile()) {
          for (const given of field === 'emails' ? [value, [value], ['a@example.org', value]] : [value]) {
            const isQuery = method === 'GET';
            const more = isQuery ? `&${field}=${encodeURIComponent(asQuery(given)).slice(0, 10_000)}` : '';
            const response = await owner.fetch(`/api/${api.resource}?fn=${fn}${more}`, {
              method,
              headers: { 'content-type': 'application/json', 'x-tenant-id': tenant },
              ...(!isQuery && { body: JSON.stringify({ ...input, [field]: given }) }),
            });
            const { error, code } = (await response.json()) as { error: string; code: string };
            expect([fn, field, what, code, response.status >= 400 && response.status < 500]).toEqual([
              ...[fn, field, what, expect.any(String), true],
            ]);
            expect(error).toEqual(expect.any(String));
          }
        }
      }
    }
    expect(await snapshot()).toEqual(before);
  });

  it('is refused as a query that is repeated or holds an operator', async () => {
    const { stack, owner } = context();
    for (const query of [
      'fn=validate&token[$ne]=1',
      'fn=validate&token=A&token=B',
      'fn=validate&token=%00%00',
      'fn=validate&__proto__[token]=1',
    ]) {
      const { status } = await owner.fetch(`/api/invites?${query}`);
      expect([query, status >= 400 && status < 500]).toEqual([query, true]);
    }
    for (const inviteId of ['[$ne]=1', '=__proto__', '=%E2%80%8F', `=${'a'.repeat(5_000)}`]) {
      const { status } = await fetch(`${stack.app}/api/members?fn=get-invite-info&inviteId${inviteId}`);
      expect([inviteId, status >= 400 && status < 500]).toEqual([inviteId, true]);
    }
  });
}

const asQuery = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
