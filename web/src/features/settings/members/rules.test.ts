import { expect, it } from 'vitest';
import { reasonAgainst } from './rules.ts';

const active = (role: 'owner' | 'admin' | 'member') => ({ role, status: 'active' }) as const;

it.each([
  ['oneself', active('admin'), { isOwn: true, roles: ['admin'], owners: 2 }, 'self'],
  ['an owner as an admin', active('owner'), { isOwn: false, roles: ['admin'], owners: 2 }, 'owner'],
  ['the last owner', active('owner'), { isOwn: false, roles: ['super_admin'], owners: 1 }, 'lastOwner'],
  [
    'one of two owners as the other',
    active('owner'),
    { isOwn: false, roles: ['owner'], owners: 2 },
    undefined,
  ],
  [
    'a blocked owner beside an active one',
    { role: 'owner', status: 'blocked' } as const,
    { isOwn: false, roles: ['owner'], owners: 1 },
    undefined,
  ],
  ['a member as an admin', active('member'), { isOwn: false, roles: ['admin'], owners: 1 }, undefined],
] as const)('whether %s can be changed', (_what, member, caller, reason) => {
  expect(reasonAgainst(member, caller)).toBe(reason);
});
