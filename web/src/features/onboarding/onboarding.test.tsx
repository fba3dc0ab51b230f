// @vitest-environment jsdom
import { type ErrorCode, errorMessage } from '@sello/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFixture } from '../../../scripts/shots/fixture.ts';
import { queryClient } from '../../api/queryClient.ts';
import { type OpenedScreen, openScreen } from '../../app/routes/open-screen.fixture.tsx';
import { until } from '../../state/until.fixture.ts';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});
const answers: NonNullable<Parameters<typeof openScreen>[3]> = {};
const refusal = (code: ErrorCode, status = 400) => ({ status, body: { error: 'The server’s own', code } });
const tenantId = 'a'.repeat(24);
const inviteId = 'b'.repeat(24);
const made = { _id: tenantId, name: 'Academia', publicName: 'Academia', role: 'owner' };

async function open(path: string, loaded = 'form'): Promise<HTMLElement> {
  for (const call of Object.keys(answers)) delete answers[call];
  opened = await openScreen(path, createFixture(), loaded, answers);
  return opened.place;
}
async function settle(work: () => unknown): Promise<void> {
  await opened!.settle(work);
  await until(() => expect(queryClient.isMutating()).toBe(0));
  await opened!.settle();
}
function write(place: Element, label: RegExp, text: string): Promise<void> {
  const input = [...place.querySelectorAll('input')].find((one) =>
    label.test(one.labels?.[0]?.textContent ?? ''),
  )!;
  return settle(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    if (!text.endsWith(',')) input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  });
}
const submit = (place: Element) =>
  settle(() =>
    place.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );
const button = (place: Element, text: string) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === text)!;
const toasts = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent ?? '');
const bodies = (call: string) => opened!.bodies.filter((sent) => sent.call === call).map(({ body }) => body);

describe('creating an organization', () => {
  it('needs a name that the person’s organizations do not have, in whatever case', async () => {
    const place = await open('/onboarding?mode=create');
    await submit(place);
    expect(place.textContent).toContain('A name is required');
    await write(place, /^Name of the/, ' INSTITUTO cordillera ');
    await submit(place);
    expect(place.textContent).toContain('You already have an organization of this name');
    expect(bodies('tenants create')).toEqual([]);
    // Created in another window meanwhile.
    answers['tenants create'] = refusal('tenant_name_taken', 409);
    await write(place, /^Name of the/, 'Academia');
    await submit(place);
    expect(place.textContent).toContain('You already have an organization of this name');
  });

  it('that fails says what the server said', async () => {
    const place = await open('/onboarding?mode=create');
    await write(place, /^Name of the/, 'Academia');
    for (const code of ['tenant_name_required', 'tenant_name_confusable', 'invalid_payload'] as const) {
      answers['tenants create'] = refusal(code);
      await submit(place);
      const said = `The organization could not be created${errorMessage(code)}`;
      expect(toasts()).toContainEqual(expect.stringContaining(said));
    }
  });

  it('sends the invitations, and says how many, and who was not invited', async () => {
    const place = await open('/onboarding?mode=create');
    await write(place, /^Name of the/, 'Academia');
    await write(place, /^Invite by/, 'ana@example.org, bruno@example.org, rosa@example.org,');
    answers['tenants create'] = { body: made };
    const invite = {
      _id: inviteId,
      email: 'ana@example.org',
      createdAt: '2026-11-20T12:00:00.000Z',
      expiresAt: '2026-11-27T12:00:00.000Z',
    };
    const uninvited = [{ email: 'rosa@example.org', code: 'cannot_invite_self' }];
    answers['members invite'] = { body: { invites: [invite, { ...invite, _id: tenantId }], uninvited } };
    await submit(place);
    expect(bodies('members invite')).toEqual([
      { tenantId, emails: ['ana@example.org', 'bruno@example.org', 'rosa@example.org'], language: 'en' },
    ]);
    await vi.waitFor(() => expect(toasts().join()).toContain('2 invitations are on their way'));
    expect(toasts().join()).toContain(`Not invited: rosa@example.org. ${errorMessage('cannot_invite_self')}`);
  });

  it('stands when the invitations fail, which are sent again without making another', async () => {
    const place = await open('/onboarding?mode=create');
    await write(place, /^Name of the/, 'Academia');
    await write(place, /^Invite by/, 'ana@example.org,');
    answers['tenants create'] = { body: made };
    answers['members invite'] = refusal('invite_forbidden', 403);
    await submit(place);
    expect(place.textContent).toContain('Academia is made, and you are its owner.');
    expect(place.textContent).toContain('1 invitation could not be sent.');
    expect(place.textContent).toContain(errorMessage('invite_forbidden'));
    await settle(() => button(place, 'Send again').click());
    expect([bodies('tenants create').length, bodies('members invite').length]).toEqual([1, 2]);
  });
});

describe('joining by a code', () => {
  it('shows the organization when the field is left, or why the code does not open one', async () => {
    const place = await open('/onboarding?mode=join');
    const join = () => place.querySelector<HTMLButtonElement>('form [type=submit]')!;
    expect(join().disabled).toBe(true);
    for (const [typed, code] of [
      ['AAAAA AAAA0', 'invalid_invite'],
      ['AAAAA AAAA1', 'token_required'],
      ['AAAAA AAAA2', 'rate_limited'],
    ] as const) {
      answers['invites validate'] = refusal(code);
      await write(place, /^Invitation code/, typed);
      expect(place.querySelector('form')!.textContent).toContain(errorMessage(code));
      expect(join().disabled).toBe(true);
    }
    answers['invites validate'] = { body: { tenantName: 'Academia' } };
    await write(place, /^Invitation code/, '7K3M9 QXT2V');
    expect(join().textContent).toContain('Academia');
    for (const code of ['already_member', 'invalid_invite', 'email_unverified'] as const) {
      answers['invites redeem'] = refusal(code, 409);
      await submit(place);
      const said = `Failed to redeem invite${errorMessage(code)}`;
      expect(toasts()).toContainEqual(expect.stringContaining(said));
    }
    expect(bodies('invites redeem')[0]).toEqual({ token: '7K3M9 QXT2V' });
  });
});
