// @vitest-environment jsdom
import { confirmReportUrl, reportMistakeUrl } from '@sello/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFixture } from '../../../../scripts/shots/fixture.ts';
import { type OpenedScreen, openScreen } from '../../../app/routes/open-screen.fixture.tsx';

let opened: OpenedScreen | undefined;
beforeEach(() => sessionStorage.clear());
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});
const certId = '7K3M9QXT2VHBC0RD8WJN5PZE4F';
const done = { body: { success: true } };
type Answers = NonNullable<Parameters<typeof openScreen>[3]>;
const open = async (answers: Answers = {}, path = reportMistakeUrl(certId)) => {
  opened = await openScreen(path, createFixture(), 'main:not([aria-busy]) h1', answers);
  return opened.place;
};
const asked = (call: string) => opened!.bodies.filter((one) => one.call === call).map(({ body }) => body);
const heading = () => document.querySelector('main h1')!.textContent;

const type = (selector: string, value: string) =>
  opened!.settle(() => {
    const input = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector)!;
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')!;
    set!.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
const choose = (place: number) =>
  opened!.settle(() => document.querySelectorAll<HTMLInputElement>('input[type=radio]')[place]!.click());
const press = (text: string) =>
  opened!.settle(() =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === text)!.click(),
  );
const fill = async () => {
  await type('.report textarea', 'Mamaní has an accent.');
  await type('.report input[type=email]', ' lucia@correo.test ');
};

describe('the form that reports a mistake', () => {
  it('names what is wrong with it, sends nothing until it is right, and can have the letter sent again', async () => {
    const place = await open({ 'verify report-mistake': done });
    await press('Send the report');
    expect(place.textContent).toContain('Write what is wrong');
    expect(place.textContent).toContain('Write your e-mail address');
    await type('.report input[type=email]', 'lucia@correo');
    expect(place.textContent).toContain('Invalid e-mail format');
    expect(asked('verify report-mistake')).toEqual([]);
    await fill();
    await choose(1);
    await press('Send the report');
    await vi.waitFor(() => expect(heading()).toBe('One step left'));
    expect(document.querySelector('main [role=status]')!.textContent).toContain('lucia@correo.test');
    const sent = { certId, about: 'notAsked', text: 'Mamaní has an accent.', email: 'lucia@correo.test' };
    expect(asked('verify report-mistake')).toEqual([{ ...sent, language: 'en', website: '' }]);
    await press('Write again');
    await vi.waitFor(() => expect(asked('verify report-mistake')).toHaveLength(2));
  });

  it('sends a report about the issuer to the operators, also without an address', async () => {
    await open({ 'verify report': done });
    await choose(2);
    await type('.report textarea', 'This is not the institute.');
    await press('Send the report');
    await vi.waitFor(() => expect(heading()).toBe('Thank you'));
    expect(asked('verify report')).toEqual([{ certId, text: 'This is not the institute.' }]);
    expect(asked('verify report-mistake')).toEqual([]);
  });

  it('says when the next report can be sent, and keeps what was written', async () => {
    const details = { by: 'connection', retryAfter: 600 };
    const answers: Answers = {
      'verify report-mistake': { status: 429, body: { error: 'x', code: 'rate_limited', details } },
    };
    await open(answers);
    await fill();
    await press('Send the report');
    await vi.waitFor(() => expect(heading()).toBe('Enough for now'));
    expect(document.querySelector('[role=alert]')!.textContent).toContain(
      'Five reports came from your connection',
    );
    await press('Back to what you wrote');
    expect(document.querySelector('textarea')!.value).toBe('Mamaní has an accent.');
    await opened!.close();
    await open({});
    expect(document.querySelector('textarea')!.value).toBe('Mamaní has an accent.');
  });

  it('has nobody to write to when there is no such certificate', async () => {
    const place = await open({
      'verify lookup': { status: 404, body: { error: 'x', code: 'issued_not_found' } },
    });
    expect(place.textContent).toContain('There is no certificate with this number here');
    expect(place.querySelector('form.fields')).toBeNull();
  });
});

describe('the link of a report', () => {
  const path = confirmReportUrl('0'.repeat(32));

  it('passes it on and says to whom', async () => {
    const place = await open({}, path);
    expect(heading()).toBe('Passed on');
    expect(place.querySelector('main [role=status]')!.textContent).toContain('has your report of');
    expect(asked('verify confirm-report')).toEqual([{ token: '0'.repeat(32) }]);
  });

  it('that has ended says so, and a fault lets it be tried again', async () => {
    const answers: Answers = {
      'verify confirm-report': { status: 404, body: { error: 'x', code: 'report_link_invalid' } },
    };
    const place = await open(answers, path);
    expect(heading()).toBe('This link has ended');
    expect(place.textContent).toContain('This link is not valid any more.');
    await opened!.close();
    answers['verify confirm-report'] = { status: 503, body: { error: 'x', code: 'unavailable' } };
    const broken = await open(answers, path);
    expect(broken.textContent).toContain('The report was not passed on');
    delete answers['verify confirm-report'];
    await press('Try again');
    await vi.waitFor(() => expect(heading()).toBe('Passed on'));
  });
});
