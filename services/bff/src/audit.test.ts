import { AppError, createLogger } from '@sello/kit';
import type { NewAuditEntry, Store } from '@sello/store';
import { describe, expect, it } from 'vitest';
import { createAudit } from './audit.ts';

const actor = { userId: 'u', email: 'ana@example.org', name: 'Ana', network: '192.0.2.0/24' };
type Entry = NewAuditEntry & { _id?: string | undefined };

/** A log that does not take the first entries, of which it may have written some before it failed. */
function failing(times: number, fault: Error) {
  const entries: [string, Entry][] = [];
  const append = async (tenantId: string, entry: Entry): Promise<void> => {
    entries.push([tenantId, entry]);
    if (entries.length <= times) throw fault;
  };
  const acrossTenants = {
    append: (tenantIds: readonly string[], entry: Entry) => append(tenantIds.join(), entry),
  };
  const tenants = { listOf: async () => [{ tenant: { _id: 'a' } }, { tenant: { _id: 'b' } }] };
  const store = { auditLog: { append, acrossTenants }, tenants } as unknown as Pick<
    Store,
    'auditLog' | 'tenants'
  >;
  return { audit: createAudit(store, createLogger({ service: 'test', level: 'silent' })), entries };
}

describe('an entry of the audit log', () => {
  const removal = { action: 'members.remove-member', target: 'm' } as const;

  it('is written again, under the same id, when the database was away', async () => {
    const { audit, entries } = failing(2, new AppError('unavailable'));
    await audit.note('t', actor, removal);
    expect(entries).toHaveLength(3);
    expect(entries[2]).toMatchObject(['t', { actorName: 'Ana', network: '192.0.2.0/24', ...removal }]);
    expect(new Set(entries.map(([, { _id }]) => _id))).toEqual(new Set([expect.any(String)]));

    const everywhere = failing(1, new AppError('unavailable'));
    await everywhere.audit.noteEverywhere(actor, { action: 'sessions.end' });
    expect(everywhere.entries).toHaveLength(2);
    expect(everywhere.entries[0]).toEqual(everywhere.entries[1]);
    expect(everywhere.entries[1]).toMatchObject(['a,b', { _id: expect.any(String) }]);
  });

  it('that is refused is not written again, and fails the call', async () => {
    const { audit, entries } = failing(1, new AppError('internal'));
    await expect(audit.note('t', actor, removal)).rejects.toMatchObject({ code: 'internal' });
    expect(entries).toHaveLength(1);
  });
});
