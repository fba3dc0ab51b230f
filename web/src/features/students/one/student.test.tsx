// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFixture } from '../../../../scripts/shots/fixture.ts';
import { type OpenedScreen, openScreen } from '../../../app/routes/open-screen.fixture.tsx';
import { reasonOf } from './reasons.ts';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const path = `/students/${'1'.repeat(24)}`;
const find = (selector: string) => document.querySelector<HTMLElement>(selector)!;
const click = (element: () => HTMLElement) => opened!.settle(() => element().click());
const bodyOf = (call: string) => opened!.bodies.find((one) => one.call === call)?.body;

async function type(input: HTMLInputElement | HTMLTextAreaElement, value: string): Promise<void> {
  await opened!.settle(() => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')!.set!.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

describe('the page of a student', () => {
  it('shows each certificate with what became of it, and the record with its own fields', async () => {
    const fixture = createFixture();
    Object.assign(fixture.history[0]!, { templateId: fixture.templates[0]!._id, course: 'Ward Rounds' });
    opened = await openScreen(path, fixture, '.line-of li');
    const lines = [...document.querySelectorAll('.line-of > li')].map(({ textContent }) => textContent);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/7K3M 9QXT.*Valid.*It replaces 4QWD/);
    const facts = [...find('.line-of dl').children].map(({ textContent }) => textContent);
    expect(facts[0]).toBe('CourseWard Rounds');
    expect(facts[1]).toBe(`Template${fixture.templates[0]!.name}`);
    expect(lines[1]).not.toContain('Template');
    expect(lines[1]).toMatch(/Replaced.*by the one above/);
    expect(lines[2]).toMatch(/Revoked.*Issued to the wrong person.*not signed.*550 user unknown/);
    expect(find('aside').textContent).toContain('Emergency');
  });

  it('shows the certificates of a student whose record was deleted, under the printed name', async () => {
    const gone = { status: 404, body: { error: 'x', code: 'student_not_found' } };
    opened = await openScreen(path, createFixture(), '.line-of li', { 'students get': gone });
    expect(find('h1').textContent).toContain('Quispe');
    expect(find('aside').textContent).toContain('The record was deleted');
    expect(document.querySelector('.who-head .btn')).toBeNull();
  });

  it('erases what is left of a student who is not in the trash any more, once the printed name is typed', async () => {
    const gone = { status: 404, body: { error: 'x', code: 'student_not_found' } };
    const erased = { body: { success: true, certificates: 1 } };
    opened = await openScreen(path, createFixture(), '.line-of li', {
      ...{ 'students get': gone, 'students erase': erased },
    });
    const name = find('h1').textContent!;
    await click(() => find('aside .btn--danger'));
    const act = find('.dialog .end [type=submit]') as HTMLButtonElement;
    expect(act.disabled).toBe(true);
    await type(find('.dialog input') as HTMLInputElement, name);
    await click(() => act);
    expect(bodyOf('students erase')).toEqual({ id: path.split('/').at(-1) });
    expect(document.querySelector('.dialog')).toBeNull();
  });

  it('says so when there is neither a record nor a certificate', async () => {
    const gone = { status: 404, body: { error: 'x', code: 'student_not_found' } };
    const answers = { 'students get': gone, 'certificates history': gone };
    opened = await openScreen(path, createFixture(), 'main.denied', answers);
    expect(find('h1').textContent).toBe('Student not found');
  });

  it('offers to revoke what the person may revoke, and nothing else', async () => {
    const fixture = createFixture();
    opened = await openScreen(path, fixture, '.line-of li');
    const offered = () =>
      [...document.querySelectorAll('.line-of .btn--danger')].map((act) => act.closest('li')!.id);
    expect(offered()).toEqual(fixture.history.slice(0, 2).map(({ certId }) => certId));
    await opened.close();
    for (const line of fixture.history) line.mayRevoke = false;
    opened = await openScreen(path, fixture, '.line-of li');
    expect(offered()).toEqual([]);
  });

  it('revokes with a reason of the list and own words, and says that strangers read it', async () => {
    opened = await openScreen(path, createFixture(), '.line-of li');
    await click(() => find('.line-of .btn--danger'));
    expect(find('.dialog').textContent).toContain('strangers read this');
    await click(() => document.querySelectorAll<HTMLElement>('.dialog [type=radio]')[1]!);
    await type(find('.dialog textarea') as HTMLTextAreaElement, ' The grade\n was wrong. ');
    await click(() => find('.dialog [type=submit]'));
    expect(bodyOf('certificates revoke')).toEqual({
      certId: '7K3M9QXT2VHBC0RD8WJN5PZE4F',
      reason: 'A mistake in the data. The grade was wrong.',
    });
    expect(document.querySelector('.dialog')).toBeNull();
  });

  it('stays open with its words when Escape cancels a revocation that hangs', async () => {
    opened = await openScreen(path, createFixture(), '.line-of li', { 'certificates revoke': 'never' });
    await click(() => find('.line-of .btn--danger'));
    const words = () => find('.dialog textarea') as HTMLTextAreaElement;
    await type(words(), 'Not this one');
    await click(() => find('.dialog [type=submit]'));
    expect(find('.dialog .end').textContent).toContain('Cancel');
    await opened.settle(() =>
      words().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    );
    expect(words().value).toBe('Not this one');
    expect(find('.dialog [type=submit]').getAttribute('aria-busy')).toBeNull();
    expect(document.querySelectorAll('.dialog')).toHaveLength(1);
  });

  it('needs own words for another reason', async () => {
    opened = await openScreen(path, createFixture(), '.line-of li');
    await click(() => find('.line-of .btn--danger'));
    await click(() => [...document.querySelectorAll<HTMLElement>('.dialog [type=radio]')].at(-1)!);
    expect((find('.dialog [type=submit]') as HTMLButtonElement).disabled).toBe(true);
    expect(reasonOf('', ' own ')).toBe('own');
    expect(reasonOf('A mistake', '')).toBe('A mistake');
  });

  it('edits, adds and removes the fields of the organization’s own', async () => {
    const fixture = createFixture();
    opened = await openScreen(path, fixture, '.line-of li', {
      'students upsert': { body: fixture.students[0] },
    });
    await click(() => find('aside .btn'));
    const own = () => [...document.querySelectorAll<HTMLElement>('.own-field')];
    expect(own().map(({ textContent }) => textContent)).toEqual(['ward', 'cohort']);
    await type(own()[0]!.querySelector('input')!, 'Surgery');
    await click(() => own()[1]!.querySelector('button')!);
    await click(() => find('.own-fields > .btn'));
    const [name, value] = own()[1]!.querySelectorAll('input');
    await type(name!, 'ward');
    await type(value!, 'B');
    await click(() => find('.dialog .end .btn:last-child'));
    expect(own()[1]!.textContent).toContain('There is a field of this name already');
    await type(name!, 'room');
    await click(() => find('.dialog .end .btn:last-child'));
    expect(bodyOf('students upsert')).toMatchObject({ custom: { ward: 'Surgery', room: 'B' } });
  });

  it('says as its heading that nothing could be loaded, and loads it when asked again', async () => {
    const unavailable = { status: 503, body: { error: 'x', code: 'unavailable' } };
    const answers: NonNullable<Parameters<typeof openScreen>[3]> = {
      ...{ 'students get': unavailable, 'certificates history': unavailable },
    };
    opened = await openScreen(path, createFixture(), '.empty .btn', answers);
    const headings = () => [...opened!.place.querySelectorAll('h1')].map(({ textContent }) => textContent);
    expect(headings()).toEqual(['The student did not load']);
    delete answers['students get'];
    delete answers['certificates history'];
    await click(() => find('.empty .btn'));
    await vi.waitFor(() => expect(headings()).toEqual([createFixture().students[0]!.fullName]));
  });
});
