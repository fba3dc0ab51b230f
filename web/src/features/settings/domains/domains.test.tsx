// @vitest-environment jsdom
import type { Domain } from '@sello/contracts';
import { afterEach, expect, it } from 'vitest';
import { pendingDomain, verifiedDomain } from '../../../../scripts/shots/domain-scenes.ts';
import { createFixture } from '../../../../scripts/shots/fixture.ts';
import { queryClient } from '../../../api/queryClient.ts';
import { type OpenedScreen, openScreen } from '../../../app/routes/open-screen.fixture.tsx';

const call = 'tenants settings domains';
let opened: OpenedScreen | undefined;
let answers: NonNullable<Parameters<typeof openScreen>[3]>;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

async function open(domain: Domain | null): Promise<HTMLElement> {
  answers = {
    [call]: { body: domain },
    'tenants domain-answers': { body: [] },
    'tenants domain-links': { body: { emails: 871 } },
  };
  const fixture = createFixture();
  opened = await openScreen(`/settings/${fixture.tenants[0]!._id}/domains`, fixture, '.set h2', answers);
  return opened.place;
}
const button = (text: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text)!;
const click = (text: string) => opened!.settle(() => button(text).click());
const sent = () => opened!.bodies.filter((one) => one.call === call).map(({ body }) => body);
const toasts = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent).join();

/** Types a name and sends it. */
async function add(name: string): Promise<string | undefined> {
  const input = document.querySelector<HTMLInputElement>('[name=domain]')!;
  await opened!.settle(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, name);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await opened!.settle(() => button('Add the domain').click());
  return document.querySelector('.field .bad')?.textContent ?? undefined;
}

it('adds a name, says under the field what is wrong with it, and shows the records to write', async () => {
  const place = await open(null);
  expect(await add('  ')).toBe('Enter a domain');
  expect(sent()).toEqual([]);
  const refuse = (code: string, details?: object) => {
    answers[call] = { status: 400, body: { error: 'x', code, details } };
  };
  refuse('domain_invalid', { publicSuffix: 'co.uk' });
  expect(await add('co.uk')).toContain('co.uk is a public suffix');
  refuse('domain_invalid');
  expect(await add('x')).toBe('This is no valid domain');
  refuse('domain_in_use');
  expect(await add('taken.org')).toBe('Another organization of this server has verified this name.');
  expect(document.activeElement?.getAttribute('name')).toBe('domain');
  refuse('domain_host_failed');
  expect(await add('certs.school.org')).toBeUndefined();
  expect(toasts()).toContain('The domain was not added');
  expect(toasts()).toContain('Failed to configure domain with the hosting provider');

  answers[call] = { body: pendingDomain };
  await add(' certs.cordillera.example ');
  expect(sent().at(-1)).toEqual({ domain: 'certs.cordillera.example' });
  expect(place.querySelectorAll('.records > li')).toHaveLength(2);
  expect(place.querySelector('.records .instead')?.textContent).toBe('cordillera.pages-host.example');
  expect(place.querySelectorAll('[role=switch]')).toHaveLength(0);
  expect(place.textContent).toContain('The claim ends on');
});

it('looks at once when asked, and offers the uses when it is verified', async () => {
  const place = await open(pendingDomain);
  await click('Look now');
  expect(sent()).toEqual([{ domain: pendingDomain.domain, action: 'check' }]);
  expect(place.querySelector('.domline .badge')?.textContent).toBe('Pending');
  // As the event of the server does.
  answers[call] = { body: verifiedDomain };
  await opened!.settle(() => queryClient.invalidateQueries({ queryKey: ['tenants', 'domains'] }));
  expect(place.querySelector('.domline .badge')?.textContent).toBe('Verified');
  const switches = [...place.querySelectorAll<HTMLInputElement>('[role=switch]')];
  expect(switches.map(({ name, checked }) => [name, checked])).toEqual([
    ['useInVerification', true],
    ['useInEmails', true],
    ['useInOnboarding', false],
  ]);
  await opened!.settle(() => switches[2]!.click());
  expect(sent().at(-1)).toEqual({ settings: { useInOnboarding: true } });
  // E-mails go out under the platform's name until their records are found.
  expect(place.textContent).toContain('Until every record is found, e-mails go out as');
});

it('names what stops before the domain is removed', async () => {
  await open(verifiedDomain);
  await click('Remove…');
  const stops = [...document.querySelectorAll('.stops li')].map(({ textContent }) => textContent);
  expect(stops.slice(0, 2)).toEqual([
    'Links under this name stop answering',
    'Links in 871 e-mails already sent stop answering',
  ]);
  expect(stops).toContain('E-mails go out under this server’s name');
  expect(stops).not.toContain('Invitations lead to this server again');
  await click('Keep it');
  expect(document.querySelector('.stops')).toBeNull();
  await click('Remove…');
  answers[call] = { status: 503, body: { error: 'x', code: 'unavailable' } };
  await click('Remove the domain');
  expect(toasts()).toContain('The domain was not removed');
});

it('says who e-mails come from, changes the sender and refuses what no mail server takes', async () => {
  const place = await open(verifiedDomain);
  expect(place.textContent).toContain('Answers go to registro@cordillera.example.');
  expect(place.textContent).toContain('_dmarc.cordillera.example says p=quarantine');
  const type = (text: string) =>
    opened!.settle(() => {
      const input = document.querySelector<HTMLInputElement>('[name=localPart]')!;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  await type('Two words');
  await click('Save');
  expect(document.querySelector('.field .bad')?.textContent).toContain('Only lower-case letters');
  expect(sent()).toEqual([]);
  await type('diplomas');
  await click('Save');
  await click('Change the keys now');
  expect(sent()).toEqual([{ localPart: 'diplomas' }, { rotateKey: true }]);
});
