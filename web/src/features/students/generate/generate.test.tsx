// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFixture, type Fixture } from '../../../../scripts/shots/fixture.ts';
import { type OpenedScreen, openScreen } from '../../../app/routes/open-screen.fixture.tsx';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const find = <Kind extends HTMLElement>(selector: string) => document.querySelector<Kind>(selector)!;
const all = <Kind extends HTMLElement>(selector: string) => [...document.querySelectorAll<Kind>(selector)];
const click = (element: () => HTMLElement) => opened!.settle(() => element().click());
const field = (name: string) => find<HTMLInputElement>(`.gen [name="batch-${name}"]`);
const act = () => find<HTMLButtonElement>('.gen .end .btn:last-child');
const obstacle = () => find('.gen .obstacle').textContent;
const applyToAll = () => find<HTMLSelectElement>('.gen .all select');
const applied = () => find('.gen .applied').textContent!.replaceAll(/[\u2066-\u2069]/g, '');
const pickers = () => all<HTMLSelectElement>('.gen .picks select');

function write(element: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, value: string) {
  return opened!.settle(() => {
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!.set!;
    setter.call(element, value);
    const event = element instanceof HTMLSelectElement ? 'change' : 'input';
    element.dispatchEvent(new Event(event, { bubbles: true }));
  });
}
const sent = (call: string) =>
  opened!.bodies.filter((one) => one.call === call).map(({ body }) => body as Record<string, unknown>);

async function open(change: (fixture: Fixture) => void = () => undefined): Promise<Fixture> {
  const fixture = createFixture();
  change(fixture);
  opened = await openScreen('/students', fixture, 'tbody tr:not(.waiting)', {
    'certificates generate': { body: { batchId: 'b'.repeat(24) } },
  });
  const boxes = () => all<HTMLInputElement>('tbody input[type=checkbox]');
  for (const row of [0, 1, 2]) await click(() => boxes()[row]!);
  await click(() => find('.toolbar [aria-haspopup]'));
  await click(() => all('[role=menuitem]')[0]!);
  await vi.waitFor(() => expect(find('.gen')).not.toBeNull());
  await opened.settle();
  return fixture;
}

describe('what the templates ask for once', () => {
  it('is offered with the values of the last batch, never with samples, and sent with the name of the batch', async () => {
    const fixture = await open();
    await write(applyToAll(), fixture.templates[0]!._id);
    expect(field('course').value).toBe('Hospital Pharmacy');
    expect([field('hours').value, field('hours').placeholder]).toEqual(['', 'For example: 120 hours']);
    expect(find('.gen .asked').textContent).toContain('2 of 5 students bring a value of their own.');
    expect(find<HTMLTextAreaElement>('.gen [name="batch-modules"]').value).toBe(
      'Dispensing|40\nStewardship of antibiotics|32\nStock and cold chain|48',
    );
    const name = () => find<HTMLInputElement>('.gen .batch-name input');
    expect(name().value).toMatch(/^Hospital Pharmacy, \d+ \w+ \d{4}$/);
    await write(field('course'), 'Ward Rounds');
    expect(name().value).toMatch(/^Ward Rounds, /);
    await write(name(), '🎓'.repeat(300));
    expect(find('.gen .batch-name .bad').textContent).toBe('The name of a batch has at most 120 characters');
    await click(act);
    expect(sent('certificates generate')).toEqual([]);
    await write(name(), 'Class of 2026');
    await click(act);
    expect(sent('certificates generate')).toMatchObject([
      {
        name: 'Class of 2026',
        values: {
          course: 'Ward Rounds',
          modules: 'Dispensing|40;Stewardship of antibiotics|32;Stock and cold chain|48',
        },
      },
    ]);
    expect(sent('certificates generate')[0]!.values).not.toHaveProperty('hours');
  });

  it('offers who signs from the settings, with the role of who is chosen, and leaves a cleared line to nobody', async () => {
    const fixture = await open();
    await write(applyToAll(), fixture.templates[0]!._id);
    expect([field('signatory1').value, field('signatory1Role').value]).toEqual([
      ...['Rosa Ccori', 'Academic secretary'],
    ]);
    const offered = [...field('signatory1').list!.options].map(({ value }) => value);
    expect(offered).toEqual(['Rosa Ccori', 'Marco Salas']);
    await write(field('signatory1'), 'Marco Salas');
    expect(field('signatory1Role').value).toBe('Director');
    await write(field('signatory1'), '');
    await write(field('signatory1Role'), '');
    await click(act);
    expect(sent('certificates generate')[0]!.values).toMatchObject({ signatory1: '', signatory1Role: '' });
  });

  it('is named beside the button while it is missing, and marked only when going on was tried', async () => {
    const fixture = await open(({ asked }) => {
      delete asked[0]!.last;
    });
    await write(applyToAll(), fixture.templates[0]!._id);
    expect(obstacle()).toBe('Still missing: Course');
    expect(all('.gen .bad, .gen [aria-invalid=true]')).toEqual([]);
    await click(act);
    expect(sent('certificates generate')).toEqual([]);
    expect(document.activeElement).toBe(field('course'));
    expect(field('course').getAttribute('aria-invalid')).toBe('true');
    expect(find('.gen .asked .bad').textContent).toBe('Course is missing');
    await write(field('course'), 'Ward Rounds');
    expect(all('.gen .bad')).toEqual([]);
    await write(field('hours'), 'x'.repeat(2_001));
    expect(find('.gen .asked .bad').textContent).toContain('at most 2,000 characters');
    expect(field('hours').value).toHaveLength(2_001);
  });

  it('keeps a course of four lines, on one', async () => {
    const fixture = await open();
    await write(applyToAll(), fixture.templates[0]!._id);
    await write(field('course'), '');
    await opened!.settle(() => {
      const clipboardData = { getData: () => 'One\r\nTwo\n\nThree\nFour\n' };
      field('course').dispatchEvent(
        Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData }),
      );
    });
    expect(field('course').value).toBe('One Two Three Four');
    expect(find('.gen .asked').textContent).toContain('4 lines became one: this is printed on one line.');
  });
});

describe('one template for all', () => {
  it('says what was applied, and is taken back by choosing again', async () => {
    const fixture = await open((made) => {
      for (const student of made.students) delete student.templateId;
    });
    const [first, second] = fixture.templates;
    expect(obstacle()).toContain('3 have none');
    expect(all('.gen [aria-invalid=true]')).toEqual([]);
    expect(act().disabled).toBe(true);
    await write(applyToAll(), first!._id);
    expect(applied()).toBe(`${first!.name} for all 3 students. “No change” brings back what each had.`);
    expect(pickers().map(({ value }) => value)).toEqual([first!._id, first!._id, first!._id]);
    await write(pickers()[1]!, second!._id);
    expect(applied()).toContain(`${first!.name} for 2 of 3 students.`);
    await write(applyToAll(), 'none');
    expect(applied()).toBe('');
    expect(pickers().map(({ value }) => value)).toEqual(['', second!._id, '']);
  });
});
