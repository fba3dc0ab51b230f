import { describe, expect, it } from 'vitest';
import type { Claims } from './claims.ts';
import { decide, holds } from './permissions.ts';

const claims = (more: Partial<Claims> = {}): Claims => ({ permissions: [], roles: ['member'], ...more });

describe('the gate', () => {
  it('is loading while the permissions are not known', () => {
    expect(decide(undefined, { permission: 'always.allow' })).toBe('loading');
  });

  it('always lets a super admin pass', () => {
    const superAdmin = claims({ roles: ['super_admin'] });
    expect(decide(superAdmin, { permission: 'catalog.edit', anyRole: ['owner'], superAdmin: true })).toBe(
      'pass',
    );
  });

  it('denies a missing permission and passes a held one', () => {
    expect(decide(claims(), { permission: 'students.view' })).toBe('denied');
    expect(decide(claims({ permissions: ['students.view'] }), { permission: 'students.view' })).toBe('pass');
  });

  it('denies when roles are listed and none is held', () => {
    expect(decide(claims(), { anyRole: ['owner', 'admin'] })).toBe('denied');
    expect(decide(claims({ roles: ['admin'] }), { anyRole: ['owner', 'admin'] })).toBe('pass');
  });

  it('denies super admin pages to everybody else', () => {
    expect(
      decide(claims({ permissions: ['catalog.view'] }), { permission: 'catalog.view', superAdmin: true }),
    ).toBe('denied');
  });

  it('grants always.allow to everyone', () => {
    expect(holds(claims({ roles: [] }), 'always.allow')).toBe(true);
  });
});
