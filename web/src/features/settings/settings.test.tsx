// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createFixture, type Fixture } from '../../../scripts/shots/fixture.ts';
import { queryClient } from '../../api/queryClient.ts';
import { type OpenedScreen, openScreen } from '../../app/routes/open-screen.fixture.tsx';
import { until } from '../../state/until.fixture.ts';

// jsdom has no such method.
Blob.prototype.arrayBuffer ??= function (this: Blob) {
  return new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(this);
  });
};

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

type Overrides = NonNullable<Parameters<typeof openScreen>[3]>;

async function open(
  tab: string,
  loaded: string,
  overrides: Overrides = {},
  change: (fixture: Fixture) => void = () => undefined,
): Promise<HTMLElement> {
  const fixture = createFixture();
  change(fixture);
  opened = await openScreen(`/settings/${fixture.tenants[0]!._id}${tab}`, fixture, loaded, overrides);
  return opened.place;
}
const form = '.general .save-bar';
const toasts = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent ?? '');
const field = (place: HTMLElement, name: string) => place.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const errorOf = (place: HTMLElement, name: string) =>
  document.getElementById(field(place, name).getAttribute('aria-describedby')!.split(' ')[0]!)?.textContent;
const button = (place: HTMLElement, text: string) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text)!;
const submit = (place: HTMLElement) =>
  opened!.settle(() =>
    place.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );

function type(place: HTMLElement, name: string, text: string): Promise<void> {
  const input = field(place, name);
  return opened!.settle(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
async function give(place: HTMLElement, bytes: number[], size = bytes.length): Promise<void> {
  const input = place.querySelector<HTMLInputElement>('input[type=file]')!;
  const file = new File([Uint8Array.from(bytes), new Uint8Array(size - bytes.length)], 'escudo.png');
  await opened!.settle(() => {
    Object.defineProperty(input, 'files', { configurable: true, value: [file] });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await until(() => expect(queryClient.isMutating()).toBe(0));
  await opened!.settle();
}
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const sent = () => opened!.bodies.filter(({ call }) => call === 'tenants settings').map(({ body }) => body);
const uploads = () => opened!.calls.filter((call) => call.startsWith('assets upload'));
const logoOf = (tenant: string, at: number) => `/assets/${tenant}/images/logo-${at}.png`;

describe('the settings', () => {
  it('open with the general tab, and link to the others', async () => {
    const place = await open('', form);
    const links = [...place.querySelectorAll('.tabs a')];
    expect(links.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([
        'General',
        'Certificates',
        'Theme',
        'Verification',
        'Onboardings',
        'Integrations',
      ]),
    );
    expect(place.querySelector('.tabs [aria-current]')?.textContent).toBe('General');
    expect(place.querySelector('.crumbs')?.textContent).toContain('General');
    expect(document.title).toContain('General · Settings');
  });

  it.each([
    ['theme', 'Theme'],
    ['verification', 'Verification'],
    ['onboardings', 'Onboardings'],
  ])('have a %s tab with a title and a description', async (tab, title) => {
    const place = await open(`/${tab}`, '.set');
    expect(place.querySelector('.set h2')?.textContent).toBe(title);
    expect(place.querySelectorAll('.set p')).toHaveLength(2);
  });

  it('list three integrations', async () => {
    const place = await open('/integrations', '.integrations');
    expect(place.querySelector('.head .nav [aria-current]')?.textContent).toBe('Settings');
    const titles = [...place.querySelectorAll('.integrations h3')].map(({ textContent }) => textContent);
    expect(titles).toEqual(['Learning platform (LMS)', 'Single sign-on (SSO)', 'API']);
  });

  it.each(['nothing', '__proto__', 'constructor', 'General'])('say that there is no tab %s', async (tab) => {
    const place = await open(`/${tab}`, '.empty');
    expect(place.querySelector('.empty')?.textContent).toContain('Content not found');
    expect(place.querySelectorAll('.tabs a').length).toBeGreaterThan(5);
    expect(place.querySelector('.tabs [aria-current]')).toBeNull();
  });

  it('say that there is no such organization', async () => {
    opened = await openScreen(`/settings/${'e'.repeat(24)}/general`, createFixture(), '.denied');
    expect(opened.place.querySelector('h1')?.textContent).toBe('Tenant not found');
  });
});

describe('the general tab', () => {
  it('sends what was changed alone, and shows what the server made of it', async () => {
    const place = await open('/general', form);
    const save = button(place, 'Save changes');
    expect(save.getAttribute('aria-disabled')).toBe('true');
    await submit(place);
    expect(sent()).toEqual([]);

    await type(place, 'publicName', ' Cordillera ');
    await opened!.settle(() => place.querySelector<HTMLInputElement>('.switch')!.click());
    expect(place.querySelector('.save-bar')?.textContent).toContain(
      'Changed and not saved: Public name and Show the ID number in full.',
    );
    await submit(place);
    expect(sent()).toEqual([{ publicName: 'Cordillera', showIdNumber: true }]);
    expect(toasts().join()).toContain('Settings saved');
    expect(opened!.calls.filter((call) => call.startsWith('tenants my')).length).toBeGreaterThan(1);
  });

  it('shows the first letter of the public name where there is no logo, in the header too', async () => {
    const place = await open('/general', form);
    const marks = () => [...document.querySelectorAll('.mono-init')].map(({ textContent }) => textContent);
    expect(marks()).toEqual(['I']);
    await opened!.settle(() => button(place, 'Remove').click());
    expect(marks()).toEqual(['I', 'I']);
    await type(place, 'publicName', '«ñandú»');
    expect(place.querySelector('.logo-field .mono-init')?.textContent).toBe('Ñ');
  });

  it('takes everything back', async () => {
    const place = await open('/general', form);
    const before = field(place, 'name').value;
    await type(place, 'name', 'Other');
    await opened!.settle(() => button(place, 'Remove').click());
    expect(place.querySelector('.logo-field img')).toBeNull();
    await opened!.settle(() => button(place, 'Undo').click());
    expect(field(place, 'name').value).toBe(before);
    expect(place.querySelector('.logo-field img')).not.toBeNull();
    expect(document.activeElement).toBe(field(place, 'name'));
    expect(button(place, 'Undo')).toBeUndefined();
  });

  it('asks for both names, and sends nothing without them', async () => {
    const place = await open('/general', form);
    await type(place, 'publicName', '  ');
    expect(field(place, 'publicName').getAttribute('aria-invalid')).toBeNull();
    await submit(place);
    expect(errorOf(place, 'publicName')).toBe('Public name is required');
    expect(document.activeElement).toBe(field(place, 'publicName'));
    await type(place, 'name', '');
    await submit(place);
    expect(errorOf(place, 'name')).toBe('Name is required');
    expect(sent()).toEqual([]);
  });

  it('keeps what was typed when a save that hangs is cancelled, and can be saved again', async () => {
    const overrides: Overrides = {};
    const place = await open('/general', form, overrides);
    await type(place, 'publicName', 'Cordillera');
    overrides['tenants settings'] = 'never';
    await submit(place);
    const save = button(place, 'Save changes');
    expect(save.getAttribute('aria-busy')).toBe('true');
    expect(button(place, 'Undo')).toBeUndefined();
    delete overrides['tenants settings'];
    await opened!.settle(() => button(place, 'Cancel').click());
    expect(field(place, 'publicName').value).toBe('Cordillera');
    expect(toasts().join()).toContain('CancelledThe server may have done it all the same');
    expect(button(place, 'Undo')).toBeDefined();
    await submit(place);
    expect(sent()).toEqual([{ publicName: 'Cordillera' }, { publicName: 'Cordillera' }]);
    expect(toasts().join()).toContain('Settings saved');
  });

  it('keeps signatories in their order, names what one lacks, and saves them with the rest', async () => {
    const overrides: Overrides = {};
    const place = await open('/general', form, overrides);
    const at = (row: number, part: string) => `"signatories.${row}.${part}"`;
    const rows = () => [...place.querySelectorAll('li.signatory')];
    expect(place.querySelector('.signatories')?.textContent).toContain('Nobody');
    const add = () => opened!.settle(() => button(place, 'Add a signatory').click());
    await add();
    await type(place, at(0, 'name'), 'Elena Duarte');
    await type(place, at(0, 'role'), 'Director');
    expect(rows()[0]!.textContent).toContain('signed by hand');
    await add();
    await type(place, at(1, 'name'), 'Marco Salas');
    const move = rows()[1]!.querySelector<HTMLButtonElement>('.signatory-acts button')!;
    await opened!.settle(() => move.click());
    expect(field(place, at(0, 'name')).value).toBe('Marco Salas');
    expect(rows()[0]!.querySelector<HTMLButtonElement>('.signatory-acts button')!.disabled).toBe(true);
    expect(place.querySelector('.save-bar')?.textContent).toContain('Signatories');

    const code = 'signatory_name_repeated';
    const refused = { error: 'x', code, details: { name: 'Elena Duarte' } };
    overrides['tenants settings'] = { status: 400, body: refused };
    await type(place, at(0, 'name'), 'Elena Duarte');
    await submit(place);
    expect(place.querySelector('.signatories [role=alert]')?.textContent).toContain('Elena Duarte');
    expect(field(place, at(0, 'name')).value).toBe('Elena Duarte');
    await type(place, at(0, 'name'), 'Marco Salas');
    expect(place.querySelector('.signatories [role=alert]')).toBeNull();
    await add();
    const remove = rows()[2]!.querySelectorAll<HTMLButtonElement>('.signatory-acts button')[2]!;
    await opened!.settle(() => remove.click());
    expect(rows()).toHaveLength(2);
    delete overrides['tenants settings'];
    await submit(place);
    const signatories = [
      { name: 'Marco Salas', role: '' },
      { name: 'Elena Duarte', role: 'Director' },
    ];
    expect(sent().at(-1)).toEqual({ signatories });
  });

  it('keeps what was typed when it cannot be saved, and says why at the field', async () => {
    const overrides: Overrides = {};
    const place = await open('/general', form, overrides);
    await type(place, 'publicName', 'Instituto Cordillera Real');
    const code = 'tenant_name_confusable';
    overrides['tenants settings'] = { status: 409, body: { error: 'x', code } };
    await submit(place);
    expect(field(place, 'publicName').value).toBe('Instituto Cordillera Real');
    expect(errorOf(place, 'publicName')).toContain('mistaken for that of a confirmed organization');
    expect(document.activeElement).toBe(field(place, 'publicName'));
    expect(toasts()).toEqual([]);
    await type(place, 'publicName', 'Another');
    expect(field(place, 'publicName').getAttribute('aria-invalid')).toBeNull();
  });

  it('shows an uploaded logo, and saves it with the rest', async () => {
    const tenant = createFixture().tenants[0]!._id;
    const logoUrl = logoOf(tenant, 2);
    const facts = { _id: 'a'.repeat(24), size: 48_300, mediaType: 'image/png', fileName: 'escudo.png' };
    const place = await open('/general', form, { 'assets upload': { body: { ...facts, logoUrl } } });
    await give(place, png);
    expect(uploads()).toHaveLength(1);
    expect(place.querySelector('.logo-field img')?.getAttribute('src')).toBe(logoUrl);
    expect(place.querySelector('.logo-field')?.textContent).toContain('escudo.png48 KB');
    expect(sent()).toEqual([]);
    await submit(place);
    expect(sent()).toEqual([{ logoUrl }]);
  });

  it('refuses what is no picture or too large without sending it', async () => {
    const place = await open('/general', form);
    await give(place, [0x3c, 0x73, 0x76, 0x67]);
    const alert = () => place.querySelector('.logo-field [role=alert]')?.textContent;
    expect(alert()).toBe('Only PNG, JPEG and WebP can be a logo. What the file is called does not matter.');
    await give(place, png, 2 * 1024 * 1024 + 1);
    expect(alert()).toContain('The logo is larger than 2 MB');
    expect(uploads()).toEqual([]);
    expect(place.querySelector('.save-bar')?.textContent).toContain('Nothing has changed');
  });

  it('says that a logo was not uploaded, and keeps the old one', async () => {
    const refused = { error: 'x', code: 'upload_failed', requestId: 'r' };
    const place = await open('/general', form, { 'assets upload': { status: 500, body: refused } });
    const before = place.querySelector('.logo-field img')!.getAttribute('src');
    await give(place, png);
    expect(place.querySelector('.logo-field [role=alert]')?.textContent).toContain(
      'The logo was not uploaded. Error uploading file',
    );
    expect(toasts()).toEqual([]);
    expect(place.querySelector('.logo-field img')!.getAttribute('src')).toBe(before);
  });

  it('says that it did not load, and loads on demand', async () => {
    const overrides: Overrides = {
      'tenants settings': { status: 403, body: { error: 'x', code: 'forbidden' } },
    };
    const place = await open('/general', '.empty', overrides);
    expect(place.querySelector('.empty')?.textContent).toContain('The settings did not load');
    delete overrides['tenants settings'];
    await opened!.settle(() => button(place, 'Try again').click());
    expect(place.querySelector(form)).not.toBeNull();
  });
});
