import {
  type Api,
  type Call,
  type ErrorCode,
  errorBody,
  errorMessage,
  errorTable,
  invitesApi,
  membersApi,
  tenantsApi,
} from '@sello/contracts';
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

/** The code of an invalid value, or of each. */
type Refusal = ErrorCode | ((given: unknown) => ErrorCode);

interface Row {
  api: Api;
  fn: string;
  /** Valid input that has no effect, or none while one of these fields is invalid, with the codes that they are refused with. */
  fields: Record<string, [valid: unknown, refusal: Refusal]>;
  /** Further input. */
  more?: Record<string, unknown>;
  /** Hostile values that are valid. */
  valid?: readonly string[];
}

const byType =
  (ofText: ErrorCode, ofOthers: ErrorCode): Refusal =>
  (given) =>
    typeof given === 'string' ? ofText : ofOthers;

function ofEmails(given: unknown): ErrorCode {
  if (!Array.isArray(given)) return 'tenant_or_emails_missing';
  return given.every((one) => typeof one === 'string') ? 'invitee_invalid' : 'invalid_payload';
}

/** The code that a call must answer. Keys of prototypes, large bodies and NUL in queries are refused before any field is. */
function expectedCode(refusal: Refusal, what: string, given: unknown, isQuery: boolean): ErrorCode {
  if (!isQuery && what === 'a prototype') return 'invalid_payload';
  if (!isQuery && what === 'a megabyte') return 'payload_too_large';
  if (isQuery && what === 'control characters') return 'invalid_payload';
  return typeof refusal === 'function' ? refusal(given) : refusal;
}

/** Bad input in every field of every call about members and invitations, and of those that make, end and export an organization. */
export function describeMemberInput(context: () => People): void {
  it('is refused in every field, without an effect', async () => {
    const { stack, owner, tenant } = context();
    const inviteId: Row['fields'] = { inviteId: [newId(), 'invalid_invite'] };
    const memberId: Row['fields'] = { memberId: [newId(), 'member_not_found'] };
    const token: Row['fields'] = { token: ['0000000000', 'invalid_invite'] };
    const tenantId: Row['fields'] = { tenantId: [tenant, 'organization_id_missing'] };
    const language: Row['fields'] = { language: ['en', 'invalid_payload'] };
    const rows: Row[] = [
      { api: invitesApi, fn: 'validate', fields: token },
      { api: invitesApi, fn: 'redeem', fields: token },
      {
        ...{ api: membersApi, fn: 'invite' },
        fields: { tenantId: [tenant, 'not_member'], emails: [['nobody'], ofEmails], ...language },
      },
      { api: membersApi, fn: 'resend-invite', fields: inviteId },
      { api: membersApi, fn: 'revoke-invite', fields: inviteId },
      { api: membersApi, fn: 'remove-member', fields: memberId },
      { api: membersApi, fn: 'change-role', fields: { ...memberId, newRole: ['admin', 'role_invalid'] } },
      { api: membersApi, fn: 'set-status', fields: { ...memberId, status: ['blocked', 'invalid_payload'] } },
      {
        ...{ api: membersApi, fn: 'accept-invite' },
        // The name is not used: the call fails for the invitation, which does not exist.
        fields: { ...inviteId, userName: ['Ana', byType('invalid_invite', 'invalid_payload')] },
      },
      { api: tenantsApi, fn: 'leave', fields: tenantId },
      { api: tenantsApi, fn: 'transfer', fields: memberId },
      {
        ...{ api: tenantsApi, fn: 'create', valid: ['the name of the prototype'] },
        fields: { name: ['X', byType('text_unreadable', 'invalid_payload')] },
      },
      // Every text but a language is refused, so that no organization is made.
      { api: tenantsApi, fn: 'create', fields: { language: ['en', 'invalid_payload'] }, more: { name: 'X' } },
      {
        ...{ api: tenantsApi, fn: 'delete' },
        fields: { ...tenantId, name: ['Not its name', 'organization_name_differs'] },
      },
      { api: tenantsApi, fn: 'restore', fields: tenantId },
      { api: tenantsApi, fn: 'export', fields: tenantId },
    ];
    const snapshot = async () => [
      await stack.store.members.list(tenant),
      await stack.store.invites.list(tenant, { all: true }),
      (await stack.store.batches.list(tenant)).items,
      await stack.store.tenants.listOf(owner.user.id),
    ];
    const before = await snapshot();
    for (const { api, fn, fields, more = {}, valid = [] } of rows) {
      const { method } = (api.calls as Record<string, Call>)[fn]!;
      const isQuery = method === 'GET';
      const input = Object.fromEntries(Object.entries(fields).map(([field, [value]]) => [field, value]));
      for (const [field, [, refusal]] of Object.entries(fields)) {
        for (const [what, value] of hostile()) {
          if (valid.includes(what)) continue;
          for (const given of field === 'emails' ? [value, [value], ['a@example.org', value]] : [value]) {
            const query = isQuery ? `&${field}=${encodeURIComponent(asQuery(given)).slice(0, 10_000)}` : '';
            const response = await owner.fetch(`/api/${api.resource}?fn=${fn}${query}`, {
              method,
              headers: { 'content-type': 'application/json', 'x-tenant-id': tenant },
              ...(!isQuery && { body: JSON.stringify({ ...more, ...input, [field]: given }) }),
            });
            const { error, code, details } = errorBody.parse(await response.json());
            const wanted = expectedCode(refusal, what, given, isQuery);
            expect([fn, field, what, code, response.status, error]).toEqual([
              ...[fn, field, what, wanted, errorTable[wanted].status, errorMessage(wanted, details)],
            ]);
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
