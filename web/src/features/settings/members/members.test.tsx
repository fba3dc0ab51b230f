// @vitest-environment jsdom
import { type ErrorCode, errorMessage, type Tenant } from '@sello/contracts';
import { act as reactAct } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../api/queryClient.ts';
import { setLanguage } from '../../../i18n/index.ts';
import errorsEs from '../../../i18n/locales/es/errors.json';
import errorsPt from '../../../i18n/locales/pt/errors.json';
import { until } from '../../../state/until.fixture.ts';
import {
  answers,
  bodiesOf,
  button,
  id,
  open,
  opened,
  people,
  rowOf,
  settle,
  toasts,
  write,
} from './members.fixture.ts';

const roleOf = (place: Element, email: string) =>
  rowOf(place, email).querySelector<HTMLSelectElement>('select')!;
const dialog = () => document.querySelector('.dialog');
const lastList = () => opened.screen!.calls.filter((call) => call.startsWith('members list?')).at(-1);
const confirm = (text: string) => settle(() => button(dialog()!, text).click());

async function choose(place: Element, email: string, entry: string): Promise<void> {
  await settle(() => rowOf(place, email).querySelector<HTMLElement>('[aria-haspopup]')!.click());
  const items = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
  await settle(() => items.find(({ textContent }) => textContent === entry)!.click());
}

describe('the members of an organization', () => {
  it('are listed with address, name, role and status, without an act against oneself', async () => {
    const place = await open();
    const rows = [...place.querySelectorAll('.mem:not(.inv) tbody tr')];
    const seen = rows.map((row) => [
      row.querySelector('.name bdi')!.textContent,
      row.querySelector('select')!.selectedOptions[0]!.textContent,
      row.querySelector('.status')!.textContent,
      row.querySelector('select')!.disabled,
      row.querySelector('.act button') !== null,
    ]);
    expect(seen).toEqual([
      ['rosa@example.org', 'Owner', 'Active', true, false],
      ['olga@example.org', 'Owner', 'Active', false, true],
      ['ada@example.org', 'Admin', 'Active', false, true],
      ['mario@example.org', 'Member', 'Active', false, true],
      ['blas@example.org', 'Template designer', 'Blocked', false, true],
    ]);
    expect(rows[0]!.textContent).toContain('(you)');
    expect(rows[3]!.textContent).toContain('MARIO');
  });

  it('who cannot be changed are shown with the reason', async () => {
    let place = await open({ roles: ['admin'] });
    expect(rowOf(place, 'olga').textContent).toContain('Only owners change owners');
    expect([...roleOf(place, 'mario').options].map(({ disabled }) => disabled)).toEqual([
      true,
      ...[false, false, false],
    ]);
    await opened.screen!.close();
    place = await open({ roles: ['super_admin'], members: people.slice(1), owners: 1 });
    expect(rowOf(place, 'olga').textContent).toContain('The last owner stays');
    expect(roleOf(place, 'olga').disabled).toBe(true);
  });

  it('are sorted and searched by the server', async () => {
    const place = await open();
    expect(lastList()).toContain('sort=joinedAt');
    const header = (text: string) => button(place.querySelector('thead')!, text);
    const sorted = (text: string) => header(text).closest('th')!.getAttribute('aria-sort');
    await settle(() => header('Member').click());
    expect([sorted('Member'), sorted('Joined')]).toEqual(['ascending', null]);
    expect(lastList()).toContain('sort=userName');
    await settle(() => header('Member').click());
    expect(sorted('Member')).toBe('descending');
    expect(lastList()).toContain('sort=-userName');
    answers['members list'] = { body: { items: [], total: 0, owners: 2, nextCursor: null } };
    await write(place.querySelector<HTMLInputElement>('input[type=search]')!, ' nobody ');
    await vi.waitFor(() => expect(lastList()).toContain('search=nobody'));
    await settle(() => undefined);
    expect(place.querySelector('.empty')!.textContent).toContain('No member is found');
  });

  it('get another role once that is confirmed, and keep theirs when it is not', async () => {
    const place = await open();
    await write(roleOf(place, 'mario'), 'admin');
    expect(dialog()!.textContent).toContain('Change the role of');
    expect(dialog()!.textContent).toContain('is Member now and becomes Admin, at once.');
    await confirm('Cancel');
    expect([dialog(), roleOf(place, 'mario').value, bodiesOf('members change-role')]).toEqual([
      ...[null, 'member', []],
    ]);
    await write(roleOf(place, 'mario'), 'template_designer');
    const changed = people.map((one) => (one._id === id(4) ? { ...one, role: 'template_designer' } : one));
    answers['members change-role'] = { body: changed[3] };
    answers['members list'] = { body: { items: changed, total: 5, owners: 2, nextCursor: null } };
    await confirm('Change to Template designer');
    expect(bodiesOf('members change-role')).toEqual([{ memberId: id(4), newRole: 'template_designer' }]);
    expect(roleOf(place, 'mario').value).toBe('template_designer');
    expect(toasts().at(-1)).toContain('Template designer');
  });

  it.each([
    ['Change to Template designer', 'members change-role', { ...people[3]!, role: 'template_designer' }],
    ['Block', 'members set-status', { ...people[3]!, status: 'blocked' }],
    ['Remove member', 'members remove-member', { success: true }],
  ] as const)('stand in the list as they are when the question closes: %s', async (act, call, body) => {
    const place = await open();
    if (call === 'members change-role') await write(roleOf(place, 'mario'), 'template_designer');
    else await choose(place, 'mario', act === 'Block' ? 'Block…' : 'Remove…');
    answers[call] = { body };
    // What is read again has not come yet.
    answers['members list'] = 'never';
    await reactAct(async () => button(dialog()!, act).click());
    await until(() => expect(dialog()).toBeNull());
    const row = rowOf(place, 'mario');
    if (call === 'members remove-member') expect(row).toBeUndefined();
    else
      expect([row.querySelector('select')!.value, row.textContent]).toEqual([
        ...[
          'role' in body ? body.role : '',
          expect.stringContaining(call === 'members set-status' ? 'Blocked' : 'Active'),
        ],
      ]);
  });

  it('are blocked, unblocked, removed, and given the organization, each after a question', async () => {
    const place = await open();
    answers['members set-status'] = { body: people[3] };
    answers['members remove-member'] = { body: { success: true } };
    answers['tenants transfer'] = { body: { success: true } };
    for (const [email, entry, act, call, body] of [
      ['mario', 'Block…', 'Block', 'members set-status', { memberId: id(4), status: 'blocked' }],
      ['blas', 'Unblock…', 'Unblock', 'members set-status', { memberId: id(5), status: 'active' }],
      ['mario', 'Remove…', 'Remove member', 'members remove-member', { memberId: id(4) }],
      ['ada', 'Give the organization away…', 'Give it away', 'tenants transfer', { memberId: id(3) }],
    ] as const) {
      await choose(place, email, entry);
      const before = bodiesOf(call).length;
      await confirm(act);
      expect([entry, bodiesOf(call).slice(before)]).toEqual([entry, [body]]);
      expect(dialog()).toBeNull();
    }
    // The newest three, the last on top.
    expect(toasts()).toEqual(['ADA is an owner now', 'MARIO is no longer a member', 'BLAS has access again']);
  });

  it('say why the server refused a change, in the language of the reader', async () => {
    const place = await open();
    const changing: ErrorCode[] = [
      ...(['member_or_role_missing', 'role_invalid', 'member_not_found', 'cannot_assign_owner'] as const),
      ...(['cannot_change_owner', 'cannot_change_own_role', 'cannot_demote_last_owner'] as const),
      ...(['not_admin', 'not_member'] as const),
    ];
    const refuse = async (code: ErrorCode): Promise<void> => {
      answers['members change-role'] = { status: 403, body: { error: 'The server’s own', code } };
      await write(roleOf(place, 'mario'), 'admin');
      await settle(() => dialog()!.querySelector<HTMLElement>('.end button:last-child')!.click());
    };
    for (const code of changing) {
      await refuse(code);
      expect(toasts()).toContainEqual(expect.stringContaining(errorMessage(code)));
    }
    expect(toasts()[0]).toContain("Failed to change member's role");
    for (const code of ['cannot_remove_last_owner', 'cannot_remove_self'] as const) {
      answers['members remove-member'] = { status: 409, body: { error: 'The server’s own', code } };
      await choose(place, 'mario', 'Remove…');
      await confirm('Remove member');
      const said = `Failed to remove member${errorMessage(code)}`;
      expect(toasts()).toContainEqual(expect.stringContaining(said));
    }
    for (const [language, texts] of [
      ['es', errorsEs],
      ['pt', errorsPt],
    ] as const) {
      await opened.screen!.settle(() => setLanguage(language));
      for (const code of changing) {
        await refuse(code);
        const said = texts[code as keyof typeof texts] as string;
        expect(said).not.toBe(errorMessage(code));
        expect(toasts()).toContainEqual(expect.stringContaining(said));
      }
    }
  });

  it('are left after a question, and the organization is gone from the list', async () => {
    const place = await open();
    answers['tenants leave'] = { status: 409, body: { error: 'x', code: 'cannot_remove_last_owner' } };
    await settle(() => button(place, 'Leave this organization…').click());
    await confirm('Leave');
    expect(toasts()).toContainEqual(expect.stringContaining('Cannot remove last owner'));
    answers['tenants leave'] = { body: { success: true } };
    await settle(() => button(place, 'Leave this organization…').click());
    expect(dialog()!.textContent).toContain('You lose access at once.');
    await confirm('Leave');
    expect(bodiesOf('tenants leave')).toHaveLength(2);
    expect(place.querySelector('.members')).toBeNull();
    const known = queryClient.getQueriesData<Tenant[]>({ queryKey: ['tenants', 'my'] })[0]![1]!;
    expect(known.map(({ name }) => name)).not.toContain('Instituto Cordillera');
  });

  it('cannot be left by the only owner, who reads why and what to do first', async () => {
    const place = await open({ onlyOwner: true });
    const leave = button(place, 'Leave this organization…');
    expect(leave.disabled).toBe(true);
    expect(document.getElementById(leave.getAttribute('aria-describedby')!)?.textContent).toBe(
      'You are its only owner: give it away or delete it before you leave.',
    );
  });

  it('cannot be left by a super admin who does not belong to it', async () => {
    const place = await open({ roles: ['super_admin'], role: undefined });
    expect(button(place, 'Leave this organization…')).toBeUndefined();
  });
});
