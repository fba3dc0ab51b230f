// @vitest-environment jsdom
import type { ListedInvite } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { formatters } from '../../../i18n/format.ts';
import { setLanguage } from '../../../i18n/index.ts';
import { localeTags } from '../../../i18n/language.ts';
import { answers, bodiesOf, button, id, open, opened, rowOf, settle, toasts } from './members.fixture.ts';

const dayMs = 24 * 60 * 60_000;
const daysOn = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
const invite = (place: number, days: number, letter: ListedInvite['letter']): ListedInvite => ({
  _id: id(place),
  email: `guest${place}@example.org`,
  ...{ createdAt: daysOn(days - 7), expiresAt: daysOn(days), code: '4Q7KM2XT0P' },
  ...(letter && { letter }),
});
const at = daysOn(-9);
const current = invite(21, 3, { state: 'sent', at });
const expired = invite(22, -2, { state: 'sent', at });
const neverSent = invite(23, -20, { state: 'queued', at });
const dates = (place: Element, { email }: ListedInvite) =>
  [...rowOf(place, email).querySelectorAll('.when')].map(({ textContent }) => textContent);

describe('the list of invitations', () => {
  it.each([
    ['en', 'Invited', 'Ends', 'Expired'],
    ['es', 'Invitación', 'Termina', 'Caducada'],
    ['pt', 'Convite', 'Termina', 'Expirado'],
  ] as const)('names the days in each row, for windows without columns: %s', async (language, ...words) => {
    const place = await open({ invites: [current, expired] });
    await opened.screen!.settle(() => setLanguage(language));
    const day = (moment: string) => formatters(localeTags[language]).shortDayOf(moment);
    const [invited, ends, over] = words;
    expect(dates(place, current)).toEqual([
      `${invited} ${day(current.createdAt)}`,
      `${ends} ${day(current.expiresAt)}`,
    ]);
    expect(dates(place, expired)).toEqual([
      `${invited} ${day(expired.createdAt)}`,
      `${over} ${day(expired.expiresAt)}`,
    ]);
  });

  it('shows an invitation as expired, without the link and the code that serve nobody, to be sent again or revoked', async () => {
    const place = await open({ invites: [current, expired, neverSent] });
    const labels = ({ email }: ListedInvite) =>
      [...rowOf(place, email).querySelectorAll('button')].map(({ textContent }) => textContent?.trim());
    expect(labels(current)).toEqual(['Copy link', 'Copy code', 'Send again', 'Revoke']);
    expect(labels(expired)).toEqual(['Send again', 'Revoke']);
    // Nobody sends the letter of an expired invitation: it does not wait.
    const row = rowOf(place, neverSent.email);
    expect(row.querySelector('.letter')!.textContent).toBe('Not sent');
    const again = button(row, 'Send again');
    expect([again.disabled, again.ariaDisabled]).toEqual([false, null]);

    const renewed = { ...neverSent, expiresAt: daysOn(7) };
    answers['members resend-invite'] = { body: renewed };
    answers['members list-invites'] = {
      body: { items: [current, expired, renewed], total: 3, nextCursor: null },
    };
    await settle(() => again.click());
    expect(bodiesOf('members resend-invite')).toEqual([{ inviteId: neverSent._id }]);
    expect(toasts().join()).toContain(`A new letter to ${neverSent.email} is on its way`);
    expect(dates(place, renewed)[1]).toContain('Ends');

    answers['members revoke-invite'] = { body: { success: true } };
    answers['members list-invites'] = { body: { items: [current], total: 1, nextCursor: null } };
    await settle(() => button(rowOf(place, expired.email), 'Revoke').click());
    expect(bodiesOf('members revoke-invite')).toEqual([{ inviteId: expired._id }]);
    expect(rowOf(place, expired.email)).toBeUndefined();
  });
});
