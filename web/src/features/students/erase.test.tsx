// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { createFixture } from '../../../scripts/shots/fixture.ts';
import { type OpenedScreen, openScreen } from '../../app/routes/open-screen.fixture.tsx';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
const dialog = () => document.querySelector<HTMLElement>('.dialog')!;
const act = () => dialog().querySelector<HTMLButtonElement>('.end [type=submit]')!;
const inputs = () => dialog().querySelectorAll<HTMLInputElement>('input');

async function type(input: HTMLInputElement, value: string): Promise<void> {
  await opened!.settle(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function openMenu(permissions?: string[]): Promise<{ name: string; id: string }> {
  const fixture = createFixture();
  if (permissions) Object.assign(fixture, { permissions, roles: ['member'] });
  opened = await openScreen('/students', fixture, 'tbody [aria-haspopup]', {
    'students erase': { body: { success: true, certificates: 1 } },
  });
  await opened.settle(() => opened!.place.querySelector<HTMLElement>('tbody [aria-haspopup]')!.click());
  const [student] = fixture.students;
  return { name: student!.fullName, id: student!._id };
}

it('erases a student once the name is typed, and says before what goes and what stays', async () => {
  const { name, id } = await openMenu();
  await opened!.settle(() => items().at(-1)!.click());
  for (const text of ['every certificate', 'its PDF', 'audit log', 'hash', 'backups']) {
    expect(dialog().textContent!.toLowerCase()).toContain(text.toLowerCase());
  }
  expect(act().disabled).toBe(true);
  await type(inputs()[0]!, name.slice(0, -1));
  expect(act().disabled).toBe(true);
  await type(inputs()[0]!, ` ${name.toUpperCase()} `);
  await type(inputs()[1]!, 'By letter');
  await opened!.settle(() => act().click());
  const sent = opened!.bodies.at(-1)!;
  expect(sent).toMatchObject({ call: 'students erase', body: { id, reason: 'By letter' } });
  expect(document.querySelector('.dialog')).toBeNull();
  expect(document.querySelector('.toast')!.textContent).toContain('The personal data is erased');
});

it('offers it to nobody who may not delete students', async () => {
  await openMenu(['nav.students', 'students.view', 'students.create', 'always.allow']);
  expect(items().map(({ textContent }) => textContent)).not.toContain('Erase personal data…');
});
