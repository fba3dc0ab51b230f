import { AppError } from '@sello/kit';
import type { Store } from '@sello/store';
import { expect, it, vi } from 'vitest';
import type { Context } from '../context.ts';
import { gather, type WholeList } from '../http/whole-list.ts';
import { list as listMembers } from './members/list.ts';
import { list as listStudents } from './students/list.ts';

const context = (store: object): Context => ({ store: store as Store }) as Context;
const pageOf = (nextCursor: string | null) => ({ items: [], total: 0, nextCursor });

const lists = {
  members(page: () => Promise<unknown>, beside: () => Promise<unknown>) {
    const incoming = { tenantId: 't', query: {} } as Parameters<typeof listMembers>[0];
    return listMembers(incoming, context({ members: { page, countOwners: beside } }));
  },
  students(list: () => Promise<unknown>, beside: () => Promise<unknown>) {
    const incoming = { tenantId: 't', query: {} } as Parameters<typeof listStudents>[0];
    return listStudents(incoming, context({ students: { list }, tenants: { get: beside } }));
  },
};

it.each(['members', 'students'] as const)(
  'a refused page of %s leaves no other read behind',
  async (name) => {
    // The rejection of a read that nobody awaits would end the process.
    const beside = vi.fn(() => Promise.reject(new AppError('unavailable')));
    const refuse = () => {
      throw new AppError('invalid_payload');
    };
    await expect(lists[name](refuse, beside)).rejects.toMatchObject({ code: 'invalid_payload' });
    expect(beside).not.toHaveBeenCalled();
  },
);

it.each([
  ['members', 3],
  ['students', { _id: 't' }],
] as const)('a whole list of %s makes the other read once', async (name, found) => {
  const page = vi.fn<() => Promise<unknown>>();
  page
    .mockResolvedValueOnce(pageOf('a'))
    .mockResolvedValueOnce(pageOf('b'))
    .mockResolvedValueOnce(pageOf(null));
  const beside = vi.fn(async () => found);
  const whole = await lists[name](page, beside);
  expect(await gather(whole as WholeList)).toMatchObject(
    name === 'members' ? { owners: found } : { items: [] },
  );
  expect([page.mock.calls.length, beside.mock.calls.length]).toEqual([3, 1]);
});
