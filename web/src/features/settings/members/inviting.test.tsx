// @vitest-environment jsdom
import { type ErrorCode, errorMessage } from '@sello/contracts';
import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../../i18n/index.ts';
import errorsPt from '../../../i18n/locales/pt/errors.json';
import {
  answers,
  bodiesOf,
  button,
  id,
  letters,
  open,
  opened,
  rowOf,
  settle,
  toasts,
  write,
} from './members.fixture.ts';

const field = (place: Element) => place.querySelector<HTMLInputElement>('.invite-form input')!;
const tags = (place: Element) =>
  [...place.querySelectorAll('.invite-form .tags bdi')].map(({ textContent }) => textContent);
const send = (place: Element) => place.querySelector<HTMLButtonElement>('.invite-form [type=submit]')!;
const press = (input: HTMLInputElement, key: string) =>
  settle(() => input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
const submit = (place: Element) =>
  settle(() =>
    place
      .querySelector('.invite-form')!
      .dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );

describe('the form that invites', () => {
  it('takes addresses by Enter, comma and leaving the field, once each, and gives them back to Backspace', async () => {
    const place = await open();
    expect(send(place).getAttribute('aria-disabled')).toBe('true');
    await write(field(place), 'ana@example.org');
    await press(field(place), 'Enter');
    await write(field(place), 'bruno@example.org,');
    await write(field(place), 'ANA@example.org,');
    await write(field(place), 'carla@example.org');
    await settle(() => field(place).dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    expect(tags(place)).toEqual(['ana@example.org', 'bruno@example.org', 'carla@example.org']);
    await press(field(place), 'Backspace');
    expect(tags(place)).toEqual(['ana@example.org', 'bruno@example.org']);
    expect(send(place).textContent).toBe('Send 2 invitations');
    answers['members invite'] = { body: { invites: letters.slice(0, 2), uninvited: [] } };
    await submit(place);
    expect(bodiesOf('members invite')).toEqual([
      { tenantId: expect.any(String), emails: ['ana@example.org', 'bruno@example.org'], language: 'en' },
    ]);
    expect(toasts()).toContainEqual('2 invitations are on their way');
    expect(tags(place)).toEqual([]);
  });

  it('refuses what is no address, red for a while, and sends nothing meanwhile', async () => {
    const place = await open();
    await write(field(place), 'ana@example.org,');
    await write(field(place), 'nobody@,');
    expect([tags(place), field(place).value]).toEqual([['ana@example.org'], 'nobody@']);
    expect(place.querySelector('.invite-form')!.textContent).toContain('Invalid email: nobody@');
    expect(place.querySelector('.invite-form .tags')!.classList).toContain('is-wrong');
    expect(send(place).getAttribute('aria-disabled')).toBe('true');
    await submit(place);
    expect(bodiesOf('members invite')).toEqual([]);
  });

  it('says of each address that was not invited why', async () => {
    const place = await open();
    await write(field(place), 'rosa@example.org, mario@example.org, ana@example.org,');
    const uninvited = [
      { email: 'rosa@example.org', code: 'cannot_invite_self' },
      { email: 'mario@example.org', code: 'already_member' },
    ] as const;
    answers['members invite'] = { body: { invites: letters.slice(0, 1), uninvited } };
    await submit(place);
    const lines = [...place.querySelectorAll('.uninvited li')].map(({ textContent }) => textContent);
    expect(lines).toEqual(uninvited.map(({ email, code }) => `${email} ${errorMessage(code)}`));
  });

  it('keeps the addresses and says why the server refused all of them', async () => {
    const place = await open();
    await write(field(place), 'ana@example.org,');
    const refuse = async (code: ErrorCode, details?: object): Promise<void> => {
      answers['members invite'] = { status: 400, body: { error: 'The server’s own', code, details } };
      await submit(place);
    };
    for (const [code, details] of [
      ['invite_forbidden', undefined],
      ['tenant_or_emails_missing', undefined],
      ['invitee_invalid', { email: 'ana@x' }],
      ['invites_exceeded', { max: 100 }],
      ['rate_limited', undefined],
    ] as const) {
      await refuse(code, details);
      // The screen spells e-mail in one way; the message of the call is the specification's.
      const said = `Failed to send invites${errorMessage(code, details).replace('email:', 'e-mail:')}`;
      expect(toasts()).toContainEqual(expect.stringContaining(said));
    }
    await opened.screen!.settle(() => setLanguage('pt'));
    await refuse('invite_forbidden');
    expect(toasts()).toContainEqual(expect.stringContaining(errorsPt.invite_forbidden));
    expect(tags(place)).toEqual(['ana@example.org']);
  });
});

describe('the pending invitations', () => {
  const outcome = (place: Element, guest: number) =>
    rowOf(place, `guest${guest}@`).querySelector('.letter')!.textContent;
  const act = (place: Element, guest: number, text: string) => button(rowOf(place, `guest${guest}@`), text);

  const isOff = (one: HTMLElement) => one.getAttribute('aria-disabled') === 'true';

  it('show what became of their letters, and are sent again by a person only', async () => {
    const place = await open();
    expect([11, 12, 13, 14, 15].map((guest) => outcome(place, guest))).toEqual([
      'Waiting to be sent',
      'Sent',
      'Not sent550 5.1.1 No such user here',
      `Not sent${errorMessage('mail_paused')}`,
      `Perhaps sent${errorMessage('email_unknown')}`,
    ]);
    expect([11, 12, 13, 14, 15].map((guest) => isOff(act(place, guest, 'Send again')))).toEqual([
      true,
      ...[false, false, false, false],
    ]);
    await settle(() => act(place, 11, 'Send again').click());
    expect(bodiesOf('members resend-invite')).toEqual([]);
    answers['members resend-invite'] = { body: letters[0] };
    await settle(() => act(place, 13, 'Send again').click());
    expect(bodiesOf('members resend-invite')).toEqual([{ inviteId: id(13) }]);
    expect(toasts().join()).toContain('is on its way');
  });

  it.each([
    [
      'put off by the mail server',
      { state: 'queued', reply: '451 4.7.1 Greylisted', retryAt: '2026-03-19T15:20:00.000Z' },
      /^Put off; sent again at \d\d:20451 4\.7\.1 Greylisted$/,
    ],
    ['refused', { state: 'refused', code: 'email_refused', reply: '550 No such user' }, /^Not sent550 No/],
    ['of unknown outcome', { state: 'unknown', code: 'email_unknown' }, /^Perhaps sent/],
  ] as const)(
    'whose letter is %s show it with the words of the server, and are sent again',
    async (_, letter, said) => {
      const place = await open({
        invites: [{ ...letters[0]!, letter: { ...letters[0]!.letter!, ...letter } }],
      });
      expect(outcome(place, 11)).toMatch(said);
      const again = act(place, 11, 'Send again');
      expect(isOff(again)).toBe(false);
      answers['members resend-invite'] = { body: letters[0] };
      answers['members list-invites'] = { body: { items: letters.slice(0, 1), total: 1, nextCursor: null } };
      again.focus();
      await settle(() => again.click());
      expect(bodiesOf('members resend-invite')).toEqual([{ inviteId: id(11) }]);
      expect(outcome(place, 11)).toBe('Waiting to be sent');
      // The button is off now and keeps the focus.
      expect(isOff(act(place, 11, 'Send again'))).toBe(true);
      expect(document.activeElement).toBe(act(place, 11, 'Send again'));
    },
  );

  it('are revoked, and say why when they are not', async () => {
    const place = await open();
    for (const code of ['invalid_invite', 'invitation_id_missing', 'invite_forbidden'] as const) {
      answers['members revoke-invite'] = { status: 404, body: { error: 'x', code } };
      await settle(() => act(place, 12, 'Revoke').click());
      const said = `Failed to revoke invite${errorMessage(code)}`;
      expect(toasts()).toContainEqual(expect.stringContaining(said));
    }
    answers['members revoke-invite'] = { body: { success: true } };
    answers['members list-invites'] = { body: { items: [], total: 0, nextCursor: null } };
    act(place, 12, 'Revoke').focus();
    await settle(() => act(place, 12, 'Revoke').click());
    expect(bodiesOf('members revoke-invite').at(-1)).toEqual({ inviteId: id(12) });
    expect(toasts().join()).toContain('is revoked');
    expect(place.querySelector('.inv')).toBeNull();
    // The focus does not go with the row.
    await vi.waitFor(() => expect(document.activeElement!.id).toBe('page'));
  });
});
