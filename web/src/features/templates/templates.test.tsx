// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { createFixture, type Fixture } from '../../../scripts/shots/fixture.ts';
import { type OpenedScreen, openScreen } from '../../app/routes/open-screen.fixture.tsx';

let opened: OpenedScreen | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

async function open(change: (fixture: Fixture) => void = () => undefined): Promise<HTMLElement> {
  const fixture = createFixture();
  change(fixture);
  opened = await openScreen('/templates', fixture, '.sheet-cap');
  return opened.place;
}
const boxes = (place: HTMLElement) => [
  ...place.querySelectorAll<HTMLInputElement>('.sheet-cap input[type=checkbox]'),
];
const bar = (place: HTMLElement) => place.querySelector('.pickbar');
const barText = (place: HTMLElement) => bar(place)?.querySelector('label')?.textContent;
const all = (place: HTMLElement) => bar(place)!.querySelector<HTMLInputElement>('input')!;
const dialog = () => document.querySelector('.dialog')!;
const button = (within: Element, text: RegExp) =>
  [...within.querySelectorAll('button')].find(({ textContent }) => text.test(textContent ?? ''))!;

describe('the templates screen', () => {
  it('shows a card for each template, with its link, picture, use and day of change', async () => {
    const place = await open();
    const cards = [...place.querySelectorAll('.sheets > li')];
    expect(cards).toHaveLength(7);
    const [first] = cards;
    const link = first!.querySelector('.sheet-cap a')!;
    expect(link.textContent).toBe('Hospital Pharmacy');
    expect(link.getAttribute('href')).toBe(`/templates/${'64'.padStart(24, '0')}`);
    expect(first!.querySelector('img')!.getAttribute('src')).toBe('/assets/thumb-0.png');
    expect(first!.querySelector('small')!.textContent).toMatch(/^612 students, edited \d/);
    expect(cards[2]!.querySelector('small')!.textContent).toMatch(/^not used, edited \d/);
    expect(cards[6]!.querySelector('.sheet-pic')!.textContent).toBe('No preview yet');
  });

  it('selects some, all and none', async () => {
    const place = await open();
    expect(barText(place)).toBe('Select all');
    await opened!.settle(() => boxes(place)[1]!.click());
    expect(barText(place)).toBe('1 of 7 selected');
    expect([all(place).checked, all(place).indeterminate]).toEqual([false, true]);
    await opened!.settle(() => all(place).click());
    expect(boxes(place).every(({ checked }) => checked)).toBe(true);
    expect([all(place).checked, all(place).indeterminate]).toEqual([true, false]);
    await opened!.settle(() => button(bar(place)!, /^Clear selection$/).click());
    expect(boxes(place).some(({ checked }) => checked)).toBe(false);
  });

  it('says before a deletion who loses their template, and deletes what was selected', async () => {
    const place = await open();
    await opened!.settle(() => boxes(place)[1]!.click());
    await opened!.settle(() => boxes(place)[2]!.click());
    await opened!.settle(() => button(bar(place)!, /^Delete 2 templates/).click());
    expect(dialog().textContent).toContain('Delete 2 templates?');
    expect(dialog().textContent).toContain('Nursing, short and Attendance leave the list for good.');
    expect(dialog().textContent).toContain('208 students are left without a template.');
    await opened!.settle(() => button(dialog(), /^Delete 2 templates$/).click());
    const ids = ['65', '66'].map((id) => id.padStart(24, '0'));
    expect(opened!.bodies.at(-1)).toEqual({ call: 'templates delete-batch', body: { ids } });
    expect(dialog()).toBeNull();
  });

  it('offers neither selection nor deletion to people who may not edit templates', async () => {
    const place = await open((fixture) => {
      const kept = (held: string) => held !== 'templates.edit' && held !== 'templates.create';
      fixture.permissions = fixture.permissions.filter(kept);
      fixture.roles = ['member'];
    });
    expect(bar(place)).toBeNull();
    expect(place.querySelectorAll('main button')).toHaveLength(0);
    expect(boxes(place)).toHaveLength(0);
    expect(place.querySelectorAll('.sheet-cap button')).toHaveLength(0);
    expect(place.querySelectorAll('.sheet-cap a')).toHaveLength(7);
  });
});
