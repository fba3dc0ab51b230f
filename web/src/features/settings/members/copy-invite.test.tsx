// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { createFixture } from '../../../../scripts/shots/fixture.ts';
import { membersScenes } from '../../../../scripts/shots/members-scenes.ts';
import { type OpenedScreen, openScreen } from '../../../app/routes/open-screen.fixture.tsx';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const button = (label: RegExp) =>
  [...document.querySelectorAll<HTMLButtonElement>('.inv button')].find((one) =>
    label.test(one.getAttribute('aria-label') ?? ''),
  );
const lastToast = () => document.querySelector('.toasts, [role=region]:has(.toast)')!.textContent!;

it('copies the link and the code of an invitation, and shows them where the browser does not copy', async () => {
  const [scene] = membersScenes;
  const fixture = createFixture();
  const path = `/settings/${fixture.tenants[0]!._id}/members`;
  const answers = scene!.answers!(fixture) as Record<string, { body: unknown }>;
  opened = await openScreen(path, fixture, '.inv tbody tr', answers);
  const writeText = vi.fn(async (_text: string) => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await vi.waitFor(async () => {
    await opened!.settle();
    expect(button(/^Copy link: .*pilar/)).toBeDefined();
  });
  await opened.settle(() => button(/^Copy link: .*pilar/)!.click());
  expect(writeText).toHaveBeenLastCalledWith(
    `${location.origin}/accept-invite/${'d'.repeat(22)}10${'5'.repeat(32)}`,
  );
  await opened.settle(() => button(/^Copy code: .*pilar/)!.click());
  expect(writeText).toHaveBeenLastCalledWith('4Q7KM 2XT0P');
  expect(lastToast()).toContain('one person can join with it');
  writeText.mockRejectedValueOnce(new Error('denied'));
  await opened.settle(() => button(/^Copy code: .*caetano/)!.click());
  expect(lastToast()).toContain('4Q7KM 2XT1P');
});
