// @vitest-environment jsdom
import { type ErrorCode, errorMessage } from '@sello/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { createFixture } from '../../../scripts/shots/fixture.ts';
import { queryClient } from '../../api/queryClient.ts';
import { type OpenedScreen, openScreen } from '../../app/routes/open-screen.fixture.tsx';
import { until } from '../../state/until.fixture.ts';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});
type Answers = NonNullable<Parameters<typeof openScreen>[3]>;
const refusal = (code: ErrorCode, status: number) => ({ status, body: { error: 'The server’s own', code } });
const tenantId = 'a'.repeat(24);
const inviteId = 'b'.repeat(24);
const link = `/accept-invite/${inviteId}${'5'.repeat(32)}`;
const joined = { body: { tenantId, tenantName: 'Academia' } };
const invitation = (place: number) => ({
  _id: place === 0 ? inviteId : String(place).padStart(24, 'c'),
  tenantId,
  tenantName: ['Academia', 'Escola'][place],
  identity: { kind: 'operator' },
  ...{ createdAt: '2026-11-20T12:00:00.000Z', expiresAt: '2026-11-27T12:00:00.000Z' },
});

let answers: Answers = {};
/** Opens the link of an invitation that waits for the signed-in person. */
async function open(state = 'pending', path = link): Promise<HTMLElement> {
  answers = {
    'members get-invite-info': { body: { tenantName: 'Academia', state } },
    'members my-pending-invites': { body: [invitation(0), invitation(1)] },
  };
  opened = await openScreen(path, createFixture(), 'main:not([aria-busy]) h1', answers);
  return opened.place;
}
async function press(place: Element, text: string): Promise<void> {
  const button = [...place.querySelectorAll('button')].find(
    ({ textContent }) => textContent?.trim() === text,
  )!;
  await opened!.settle(() => button.click());
  await until(() => expect(queryClient.isMutating()).toBe(0));
  await opened!.settle();
}
const toasts = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent ?? '');

describe('an invitation by link', () => {
  it('is accepted, and says so', async () => {
    const place = await open();
    answers['members accept-invite'] = joined;
    await press(place, 'Accept the invitation');
    expect(place.textContent).toContain('Invitation accepted. You are a member of');
  });

  it('that takes long to accept can be left for later, and accepted after all', async () => {
    const place = await open();
    answers['members accept-invite'] = 'never';
    const button = (text: string) =>
      [...place.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === text);
    await opened!.settle(() => button('Accept the invitation')!.click());
    await opened!.settle(() => button('Cancel')!.click());
    expect(button('Cancel')).toBeUndefined();
    answers['members accept-invite'] = joined;
    await press(place, 'Accept the invitation');
    expect(place.textContent).toContain('Invitation accepted. You are a member of');
  });

  it('that is gone says who can send another, whichever way it ended', async () => {
    const goneFrom = (place: Element) => {
      expect(place.textContent).toContain('This invitation is not here');
      expect(place.textContent).toContain('Whoever invited you can send a new one in a moment.');
      expect(place.textContent).toContain('Go home');
    };
    for (const [code, status] of [
      ['invalid_invite', 404],
      ['invitation_expired', 410],
      ['tenant_not_found', 404],
    ] as const) {
      const place = await open();
      answers['members accept-invite'] = refusal(code, status);
      await press(place, 'Accept the invitation');
      goneFrom(place);
      await opened!.close();
    }
    for (const state of ['accepted', 'revoked', 'expired']) {
      goneFrom(await open(state));
      await opened!.close();
    }
  });

  it('opens by its id alone for the invited person, and tells nobody else of itself', async () => {
    const place = await open('accepted', `/accept-invite/${inviteId}`);
    answers['members accept-invite'] = joined;
    await press(place, 'Accept the invitation');
    expect(opened!.calls.filter((one) => one.startsWith('members get-invite-info'))).toEqual([]);
    await opened!.close();
    const other = await open('pending', `/accept-invite/${'e'.repeat(24)}`);
    expect(other.textContent).toContain('This invitation is not here');
    expect(opened!.calls.filter((one) => one.startsWith('members get-invite-info'))).toEqual([]);
  });

  it('that cannot be accepted now says why, and can be tried again', async () => {
    const place = await open();
    for (const [code, status, text] of [
      ['invitation_other_address', 403, 'Accept the invitation'],
      ['email_unverified', 403, 'Try again'],
      ['internal', 500, 'Try again'],
    ] as const) {
      answers['members accept-invite'] = refusal(code, status);
      await press(place, text);
      expect(place.textContent).toContain(errorMessage(code));
      expect(place.textContent).toContain('Your invitation is untouched.');
    }
    answers['members accept-invite'] = joined;
    await press(place, 'Try again');
    expect(place.textContent).toContain('Invitation accepted.');
  });
});

describe('several invitations', () => {
  it('are accepted one by one, and say why when they are not', async () => {
    const place = await open('pending', '/pending-invites');
    const rows = () => [...place.querySelectorAll('tbody tr')];
    expect(rows().map((row) => row.querySelector('.name')!.textContent)).toEqual(['Academia', 'Escola']);
    // In windows without columns the days have their names.
    expect([...rows()[0]!.querySelectorAll('.when')].map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Invited \d\d \w{3} \d{4}$/),
      expect.stringMatching(/^Ends \d\d \w{3} \d{4}$/),
    ]);
    answers['members accept-invite'] = refusal('invitation_expired', 410);
    await press(rows()[1]!, 'Accept');
    const said = `Failed to accept invite${errorMessage('invitation_expired')}`;
    expect(toasts()).toContainEqual(expect.stringContaining(said));
    answers['members accept-invite'] = joined;
    answers['members my-pending-invites'] = { body: [invitation(1)] };
    await press(rows()[0]!, 'Accept');
    expect(opened!.bodies.at(-1)).toEqual({ call: 'members accept-invite', body: { inviteId } });
    expect(rows().map((row) => row.querySelector('.name')!.textContent)).toEqual(['Escola']);
  });
});
