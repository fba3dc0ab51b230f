// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { createFixture } from '../../../scripts/shots/fixture.ts';
import { joiningScenes } from '../../../scripts/shots/joining-scenes.ts';
import { type OpenedScreen, openScreen } from '../../app/routes/open-screen.fixture.tsx';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

async function open(name: string, ready: string): Promise<string> {
  const scene = joiningScenes.find((one) => one.name === name)!;
  const fixture = createFixture();
  const answers = scene.answers?.(fixture) as Record<string, { body: unknown }>;
  opened = await openScreen(scene.path as string, fixture, ready, answers);
  return opened.place.textContent!;
}

it('warns before an invitation of an organization that nobody proved is accepted, and names who invites', async () => {
  const text = await open('invite-unproven', '.facts');
  expect(opened!.place.querySelector('.note--warn')!.textContent).toMatch(/Nobody has proved who .+ is\./);
  expect(text).toContain('If you do not know ventas@rapida.example, do not accept.');
  expect(opened!.place.querySelector('.facts')!.textContent).toContain('Invited byventas@rapida.example');
});

it('does not warn of one whose identity is proved', async () => {
  const text = await open('invite-accept', '.facts');
  expect(text).toContain('rosa.ccori@direccion.example');
  expect(opened!.place.querySelector('.note--warn')).toBeNull();
});

it('marks those that nobody proved among several', async () => {
  await open('invites-pending', 'table.inv');
  const marked = [...opened!.place.querySelectorAll('tbody tr')].map((row) =>
    row.textContent!.includes('Nobody has proved who this is'),
  );
  expect(marked).toEqual([false, false, true]);
});
