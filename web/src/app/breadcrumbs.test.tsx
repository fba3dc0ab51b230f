// @vitest-environment jsdom
import { printCertId } from '@sello/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { createFixture } from '../../scripts/shots/fixture.ts';
import { type OpenedApp, openApp, sessionOf } from './app.fixture.ts';

const fixture = createFixture();
fixture.roles = ['super_admin'];
const [tenant] = fixture.tenants;
const { certId } = fixture.verify.certificate;

let app: OpenedApp;
afterEach(() => app.close());

/** The breadcrumbs: where each link leads, and the text of the current page. */
function crumbs(): { links: [string, string][]; current: string } | undefined {
  const nav = document.querySelector('main nav[aria-label="Where you are"] ol.crumbs');
  if (!nav) return undefined;
  const links = [...nav.querySelectorAll('a')].map((a): [string, string] => [
    a.textContent ?? '',
    a.getAttribute('href') ?? '',
  ]);
  return { links, current: nav.querySelector('[aria-current=page]')?.textContent ?? '' };
}

describe('the breadcrumbs', () => {
  it.each([
    ['/students', [], 'Students'],
    ['/students/trash', [['Students', '/students']], 'Trash'],
    ['/templates', [], 'Templates'],
    ['/catalog', [], 'Catalog'],
    ['/organizations', [], 'Organizations'],
    [`/settings/${tenant!._id}/certificates`, [['Settings', `/settings/${tenant!._id}`]], 'Certificates'],
    ['/verify', [], 'Verify a certificate'],
    [`/verify/${certId}`, [['Verify a certificate', '/verify']], printCertId(certId)],
  ])('of %s name the page and lead to those above it', async (path, links, current) => {
    app = await openApp(path, fixture, sessionOf('rosa'));
    await app.see(() => expect(crumbs()).toEqual({ links, current }));
  });

  it('of a template that is only looked at name it', async () => {
    const designs = createFixture();
    designs.permissions = designs.permissions.filter((name) => name !== 'templates.edit');
    app = await openApp(`/templates/${designs.templates[0]!._id}`, designs, sessionOf('rosa'));
    await app.see(() =>
      expect(crumbs()).toEqual({ links: [['Templates', '/templates']], current: designs.templates[0]!.name }),
    );
  });
});
