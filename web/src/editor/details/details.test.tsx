// @vitest-environment jsdom
import type { Design, TagsReply } from '@sello/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { needTexts } from '../../i18n/index.ts';
import { undo } from '../model/history.ts';
import { buildDesign, buildText } from '../model/model.fixture.ts';
import { type RenderedInEditor, renderInEditor } from '../session/editor.fixture.tsx';
import type { SessionOptions } from '../session/session.ts';
import { TemplateDetails } from './TemplateDetails.tsx';

interface Sent {
  fn: string | null;
  query: URLSearchParams;
  body: { texts: string[]; existing: string[]; language?: string; thumbnail?: string };
}

let opened: RenderedInEditor | undefined;
let closed = 0;
let sent: Sent[] = [];
let reply: () => Response;
const answers = (value: TagsReply) => () => Response.json(value);

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = () => undefined;
  // Answers arrive outside of `act`, which React would report each time.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  closed = 0;
  sent = [];
  reply = answers({ tags: [], method: 'keywords', reason: 'absent' });
});
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  vi.restoreAllMocks();
});

const texts = ['Certificate of Care', 'For {{student.fullName}}'];
const design = () => buildDesign(texts.map((text, index) => buildText(`t${index}`, text)));

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** As the route does, which renders a screen when its texts are there. */
function WithTexts({ children }: { children: ReactNode }) {
  const [isReady, setReady] = useState(false);
  useEffect(() => void needTexts(['editorDetails', 'errors']).then(() => setReady(true)), []);
  return isReady ? children : null;
}

async function open(options: Partial<SessionOptions> = {}, of: Design = design()): Promise<HTMLElement> {
  vi.stubGlobal('CSS', { escape: (text: string) => text, supports: () => false });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const query = new URL(url, 'https://sello.example').searchParams;
    sent.push({ fn: query.get('fn'), query, body: init.body ? JSON.parse(String(init.body)) : null });
    if (query.get('fn') === 'catalog-generate-tags') return reply();
    return Response.json({ tags: ['course', 'Diploma', 'landscape'] });
  });
  opened = await renderInEditor(
    <QueryClientProvider client={client()}>
      <WithTexts>
        <TemplateDetails onClose={() => closed++} />
      </WithTexts>
    </QueryClientProvider>,
    of,
    { document: { name: 'Care', tags: ['nursing'], design: of }, ...options },
  );
  await until(() => expect(dialog()).not.toBeNull());
  await until(() => expect(choices('Used in the catalog')).not.toEqual([]));
  return dialog();
}
/** Waits until what answers of calls render is there. */
async function until(check: () => void): Promise<void> {
  await vi.waitFor(async () => {
    await opened!.settle();
    check();
  });
}
const dialog = () => document.querySelector<HTMLElement>('.dialog')!;
const field = (label: RegExp): HTMLInputElement | HTMLSelectElement => {
  const found = [...dialog().querySelectorAll('label')].find(({ textContent }) => label.test(textContent!));
  return document.getElementById(found!.htmlFor) as HTMLInputElement;
};
const button = (text: RegExp) =>
  [...dialog().querySelectorAll('button')].find((one) =>
    text.test(one.getAttribute('aria-label') ?? one.textContent ?? ''),
  );
const choices = (label: string) =>
  [...document.querySelectorAll(`.tag-choices[aria-label="${label}"] button`)].map((one) => one.textContent);
const tags = () => [...dialog().querySelectorAll('.tags > span > bdi')].map((one) => one.textContent);

/** Sets the value as the browser does when a person types or chooses. */
async function enter(control: HTMLInputElement | HTMLSelectElement, value: string): Promise<void> {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')!;
  await opened!.settle(() => {
    set!.call(control, value);
    const kind = control instanceof HTMLSelectElement ? 'change' : 'input';
    control.dispatchEvent(new Event(kind, { bubbles: true }));
  });
}
const press = (key: string) =>
  opened!.settle(() =>
    field(/^Tags$/).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  );
const click = (text: RegExp) => opened!.settle(() => button(text)!.click());

describe('the details of a template', () => {
  it('change name, tags, language and dates; the settings are one step that can be undone', async () => {
    await open();
    const { session } = opened!;
    await enter(field(/^Name$/), '  Care of patients ');
    await enter(field(/^Language of the certificate$/), 'pt-BR');
    await enter(field(/^Dates$/), 'short');
    await enter(field(/^Time zone$/), 'America/Lima');
    await enter(field(/^Tags$/), 'first aid');
    await press('Enter');
    expect(session.details.get()).toMatchObject({ name: 'Care', tags: ['nursing'] });
    await click(/^Keep$/);
    expect(closed).toBe(1);
    expect(session.details.get()).toMatchObject({ name: 'Care of patients', tags: ['nursing', 'first aid'] });
    expect(session.state.design).toMatchObject({
      ...{ locale: 'pt-BR', dateStyle: 'short', timeZone: 'America/Lima' },
    });
    expect(undo(session.history.get()).present.design).toMatchObject({ locale: 'en', dateStyle: 'long' });
  });

  it('are left as they were by Cancel, and nothing is a step when nothing differs', async () => {
    await open();
    await enter(field(/^Name$/), 'Other');
    await click(/^Cancel$/);
    expect(opened!.session.details.get().name).toBe('Care');
    await opened!.close();
    await open();
    const before = opened!.session.document();
    await click(/^Keep$/);
    expect(opened!.session.document()).toBe(before);
    expect(opened!.session.history.get().past).toEqual([]);
  });

  it('refuse a name that is missing, too long or not readable, in the words of the call', async () => {
    await open();
    for (const [name, text] of [
      ['  ', 'The template needs a name'],
      ['x'.repeat(201), 'Use at most 200 characters'],
      ['a\u202eb', 'The text of “Name” holds characters that cannot be seen'],
    ] as const) {
      await enter(field(/^Name$/), name);
      await click(/^Keep$/);
      expect(dialog().querySelector('.hint.bad')!.textContent).toContain(text);
      expect(field(/^Name$/).getAttribute('aria-invalid')).toBe('true');
    }
    expect(closed).toBe(0);
    expect(opened!.session.details.get().name).toBe('Care');
  });

  it('show how each style writes a date in the chosen language and place', async () => {
    await open();
    await enter(field(/^Language of the certificate$/), 'es');
    const written = [...(field(/^Dates$/) as HTMLSelectElement).options].map(({ text }) => text);
    expect(written).toHaveLength(4);
    expect(written[0]).toMatch(/^(lunes|martes|miércoles|jueves|viernes|sábado|domingo), \d+ de /);
    expect(written[3]).toMatch(/^\d+\/\d+\/\d+$/);
  });

  it('leave the time zone to the organization, which is named', async () => {
    await open({}, buildDesign([], { timeZone: 'UTC' }));
    const [first] = (field(/^Time zone$/) as HTMLSelectElement).options;
    expect(first!.text).toBe('The organization’s time zone (Lima, America)');
    await enter(field(/^Time zone$/), '');
    await click(/^Keep$/);
    expect(opened!.session.state.design.timeZone).toBeUndefined();
  });

  it('offer a language and a zone that are in no list', async () => {
    const of = buildDesign([], { locale: 'tlh', timeZone: 'Etc/GMT+5' });
    await open({}, of);
    expect(field(/^Language of the certificate$/).value).toBe('tlh');
    expect(field(/^Time zone$/).value).toBe('Etc/GMT+5');
    await click(/^Keep$/);
    expect(opened!.session.history.get().past).toEqual([]);
  });

  it('of an entry of the catalog say for which language it is', async () => {
    await open({ kind: 'catalog', document: { name: 'A', tags: [], design: design(), language: 'es' } });
    expect(dialog().querySelector('h2')!.textContent).toBe('Details of the entry');
    expect(sent[0]!.query.get('language')).toBe('es');
    await enter(field(/^Offered to/), '');
    await click(/^Keep$/);
    expect(opened!.session.details.get().language).toBeUndefined();
    await opened!.close();
    await open();
    expect(dialog().textContent).not.toContain('Offered to');
  });
});

describe('tags by hand', () => {
  it('are added by Enter, a comma, leaving the field and pasting, each once', async () => {
    await open();
    const input = field(/^Tags$/);
    await enter(input, 'first  aid');
    await press('Enter');
    await enter(input, 'Nursing');
    await press('Enter');
    await enter(input, 'care, hospital, wa');
    expect(input.value).toBe('wa');
    await enter(input, 'ward');
    await opened!.settle(() => {
      input.focus();
      input.blur();
    });
    const paste = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(paste, { clipboardData: { getData: () => 'one\ntwo; ward\n' } });
    await opened!.settle(() => input.dispatchEvent(paste));
    expect(tags()).toEqual(['nursing', 'first aid', 'care', 'hospital', 'ward', 'one', 'two']);
    expect(input.value).toBe('');
    expect(closed).toBe(0);
  });

  it('are removed by their cross and by Backspace; Escape empties the field and not the dialog', async () => {
    await open();
    const input = field(/^Tags$/);
    await enter(input, 'a, b, c, ');
    await click(/^Remove b$/);
    expect(document.activeElement).toBe(input);
    await press('Backspace');
    expect(tags()).toEqual(['nursing', 'a']);
    await enter(input, 'typed');
    await press('Backspace');
    expect(tags()).toEqual(['nursing', 'a']);
    await press('Escape');
    expect([input.value, closed]).toEqual(['', 0]);
  });

  it('are at most fifty of sixty characters, and what cannot be added stays with the reason', async () => {
    await open();
    const input = field(/^Tags$/);
    await enter(input, 'x'.repeat(61));
    await press('Enter');
    expect(dialog().querySelector('.hint.bad')!.textContent).toBe('Use at most 60 characters');
    expect(input.value).toHaveLength(61);
    await click(/^Keep$/);
    expect(closed).toBe(0);
    await enter(input, 'a\u2067b');
    await press('Enter');
    expect(dialog().querySelector('.hint.bad')!.textContent).toContain('The text of “Tags” holds characters');
    await enter(input, `${Array.from({ length: 60 }, (_, index) => `tag ${index}`).join(',')},`);
    expect(tags()).toHaveLength(50);
    expect(dialog().querySelector('.hint.bad')!.textContent).toContain('at most 50 tags');
    expect(choices('Used in the catalog')).toEqual([]);
    await enter(input, '');
    await click(/^Keep$/);
    expect(opened!.session.details.get().tags).toHaveLength(50);
  });

  it('are chosen from those of the catalog in the language of the certificate', async () => {
    await open();
    expect(sent[0]!.query.get('language')).toBe('en');
    expect(choices('Used in the catalog')).toEqual(['course', 'Diploma', 'landscape']);
    await click(/^Diploma$/);
    expect(tags()).toEqual(['nursing', 'Diploma']);
    expect(choices('Used in the catalog')).toEqual(['course', 'landscape']);
  });
});

describe('tags that are suggested', () => {
  it('are asked for with the texts of the design, and are chosen before they are added', async () => {
    await open();
    reply = answers({ tags: ['care', 'Nursing', 'health'], method: 'ai' });
    await click(/^Suggest tags$/);
    await until(() => expect(choices('Suggested tags')).toEqual(['care', 'health']));
    expect(sent.at(-1)).toMatchObject({ fn: 'catalog-generate-tags' });
    expect(sent.at(-1)!.body).toEqual({ texts, existing: ['nursing'], language: 'en' });
    expect(dialog().textContent).toContain('Suggested by the AI of this server');
    expect(tags()).toEqual(['nursing']);
    await click(/^health$/);
    expect(tags()).toEqual(['nursing', 'health']);
    expect(choices('Suggested tags')).toEqual(['care']);
    await click(/^care$/);
    expect(dialog().textContent).toContain('The template has every suggested tag');
  });

  it('are sent for with a picture that shows the names of variables, never a student', async () => {
    await open();
    const asked: unknown[][] = [];
    const toPublicPng = async (...args: unknown[]) => {
      asked.push(args);
      return new Blob(['png'], { type: 'image/png' });
    };
    opened!.session.canvas.set({ toPublicPng } as never);
    await click(/^Suggest tags$/);
    await until(() => expect(sent.at(-1)!.fn).toBe('catalog-generate-tags'));
    expect(asked).toEqual([['page1', 480, null]]);
    expect(sent.at(-1)!.body.thumbnail).toBe('data:image/png;base64,cG5n');
  });

  it.each([
    ['absent', 'Suggested from the words of the template; no AI is set up here'],
    ['timeout', 'the AI of this server did not answer in time'],
    ['busy', 'has too many requests just now'],
  ] as const)('from keywords say so: %s', async (reason, text) => {
    await open();
    reply = answers({ tags: ['care', 'health'], method: 'keywords', reason });
    await click(/^Suggest tags$/);
    await until(() => expect(dialog().textContent).toContain(text));
    await click(/^Add all$/);
    expect(tags()).toEqual(['nursing', 'care', 'health']);
  });

  it('that cannot be had are told kindly, and can be asked for again', async () => {
    await open();
    reply = () => Response.json({ error: 'x', code: 'rate_limited', requestId: 'r' }, { status: 429 });
    await click(/^Suggest tags$/);
    await until(() =>
      expect(dialog().textContent).toContain(
        'No tags could be suggested. Too many requests. Try again in a moment.',
      ),
    );
    reply = answers({ tags: [], method: 'keywords' });
    await click(/^Suggest tags$/);
    await until(() => expect(dialog().textContent).toContain('There are no words yet'));
  });
});
