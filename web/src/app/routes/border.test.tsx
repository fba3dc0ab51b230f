// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFixture, type Fixture } from '../../../scripts/shots/fixture.ts';
import { session } from '../../auth/session.ts';
import { type OpenedScreen, openScreen } from './open-screen.fixture.tsx';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const template = `/templates/${'64'.padStart(24, '0')}`;
async function open(path: string, loaded: string, change: (fixture: Fixture) => void): Promise<OpenedScreen> {
  const fixture = createFixture();
  change(fixture);
  opened = await openScreen(path, fixture, loaded);
  return opened;
}
/** Waits until documents were asked for. */
const asked = (documents: string[]) =>
  vi.waitFor(async () => {
    await opened!.settle();
    expect(opened!.documents).toEqual(documents);
  });
/** A person who may look at templates. */
const asMember = (fixture: Fixture) => {
  fixture.permissions = fixture.permissions.filter((held) => !held.startsWith('templates.'));
  fixture.permissions.push('templates.view');
  fixture.roles = ['member'];
};

// The content security policy of the editor's pages is that of a document: what lies outside needs another one.
describe('from a page of the editor’s routes', () => {
  it('links of the layout open documents of their own', async () => {
    const { place, documents, settle } = await open(template, 'main.templates h1', asMember);
    await settle(() => place.querySelector<HTMLElement>('.crumbs a')!.click());
    const links = [...place.querySelectorAll<HTMLElement>('header a')];
    await settle(() => links.find(({ textContent }) => textContent === 'Students')!.click());
    expect(documents).toEqual(['/templates', '/students']);
  });

  it('another organization is opened in a document of its own', async () => {
    const { place, documents, settle } = await open(template, 'main.templates h1', asMember);
    await settle(() => place.querySelector<HTMLElement>('.switch-tenant')!.click());
    const items = [...document.querySelectorAll<HTMLElement>('[role^=menuitem]')];
    expect(items.length).toBeGreaterThan(1);
    await settle(() => items[1]!.click());
    expect(documents).toEqual([expect.stringMatching(/^\/open\//)]);
    expect(place.querySelector('h1')).not.toBeNull();
  });

  it('a person whose session ended gets the front page in a document of its own', async () => {
    const { place, settle } = await open(template, 'main.templates h1', asMember);
    await settle(() => session.set({ status: 'signed-out' }));
    await asked(['/']);
    expect(place.querySelector('main.opening')).not.toBeNull();
  });

  it('a person without an organization gets the choice of one in a document of its own', async () => {
    await open('/templates/new', 'main.opening', (fixture) => {
      fixture.tenants = [];
    });
    await asked(['/onboarding']);
  });
});
