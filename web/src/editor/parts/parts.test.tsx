// @vitest-environment jsdom
import { sealPaint } from '@sello/design';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { needTexts, startTexts } from '../../i18n/index.ts';
import { ColorField, readColor } from './ColorField.tsx';
import { NumberUnit } from './NumberUnit.tsx';
import { numberText, readNumber } from './number-text.ts';
import { mixed, sharedOf } from './shared.ts';

let root: Root;
let place: HTMLElement;
beforeAll(async () => {
  void needTexts(['editorInspector']);
  await startTexts();
});
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

const show = (element: ReactNode) => act(async () => root.render(element));
const field = () => place.querySelector<HTMLInputElement>('input:not([type=color])')!;
const type = (value: string) =>
  act(async () => {
    field().focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), value);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
const press = (key: string, shiftKey = false) =>
  act(async () => {
    field().focus();
    field().dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
  });

describe('a number as a person types it', () => {
  it.each([
    ['12', 12],
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['1.234,5', 1234.5],
    ['1,234.5', 1234.5],
    ['−3', -3],
    ['.5', 0.5],
    ['', 'notANumber'],
    ['12a', 'otherUnit'],
    ['12 pt', 'otherUnit'],
    ['1e9', 'notANumber'],
    ['Infinity', 'notANumber'],
    ['mm', 'notANumber'],
  ])('%j is %j', (text, value) => {
    expect(readNumber(text)).toBe(value);
  });

  it.each([
    ['20mm', 56.69],
    ['210 mm', 595.28],
    ['2,1CM', 59.53],
    ['1in', 72],
    ['8.5″', 612],
    ['1/2"', 'notANumber'],
    ['11"', 792],
    ['10 px', 7.5],
    ['2pc', 24],
    ['−3 pt', -3],
    ['4 q', 'otherUnit'],
    ['4%', 'otherUnit'],
    ['4°', 'otherUnit'],
  ])('%j is %j points', (text, value) => {
    expect(readNumber(text, 'pt')).toBe(value);
  });

  it('is converted into the unit of its field, and only lengths are', () => {
    expect([readNumber('1in', 'mm'), readNumber('72pt', 'mm'), readNumber('5', 'mm')]).toEqual([
      25.4, 25.4, 5,
    ]);
    expect([readNumber('45°', '°'), readNumber('45 deg', '°'), readNumber('50 %', '%')]).toEqual([
      45, 45, 50,
    ]);
    expect([readNumber('45mm', '°'), readNumber('50pt', '%')]).toEqual(['otherUnit', 'otherUnit']);
  });

  it('is read back from what a field shows, in every language', () => {
    for (const tag of ['en-GB', 'es', 'pt-BR'])
      for (const value of [0, -0.5, 1234.56, 0.1]) expect(readNumber(numberText(value, tag, 2))).toBe(value);
  });

  it('shows no minus before zero', () => {
    expect(numberText(-0.001, 'en-GB', 2)).toBe('0');
  });
});

describe('a number with its unit', () => {
  const render = (
    value: number | null | typeof mixed,
    onChange: (value: number, gesture: string) => void,
    onClear?: () => void,
  ) =>
    show(
      <NumberUnit label="Size" property="s" {...{ value, onChange, onClear }} unit="pt" min={0} max={50} />,
    );

  it('is kept by Enter', async () => {
    const onChange = vi.fn();
    await render(10, onChange);
    await type('12,5');
    expect(onChange).not.toHaveBeenCalled();
    await press('Enter');
    expect(onChange).toHaveBeenLastCalledWith(12.5, expect.any(String));
  });

  it('is taken back out of its limits, which are said until something else is typed', async () => {
    const onChange = vi.fn();
    await render(10, onChange);
    for (const typed of ['99', '-1', 'ten']) {
      await type(typed);
      await press('Enter');
      expect(field().value).toBe('10');
      expect(place.querySelector('[role=alert]')!.textContent).toBe('From 0 to 50 pt');
    }
    await type('2');
    expect(place.querySelector('[role=alert]')).toBeNull();
    expect(onChange).not.toHaveBeenCalled();
  });

  it('is converted from the unit that was typed, and one that it has not is refused with those it has', async () => {
    const onChange = vi.fn();
    await render(10, onChange);
    await type('5mm');
    await press('Enter');
    expect(onChange).toHaveBeenLastCalledWith(14.17, expect.any(String));
    await type('20mm');
    await press('Enter');
    expect(place.querySelector('[role=alert]')!.textContent).toBe('From 0 to 50 pt');
    await type('5 ells');
    await press('Enter');
    expect(place.querySelector('[role=alert]')!.textContent).toBe(
      'The units of lengths are mm, cm, in, pt, px and pc',
    );
    expect(onChange).toHaveBeenCalledOnce();
  });

  it('brings into view why it was taken back', async () => {
    const shown = vi.fn();
    Element.prototype.scrollIntoView = shown;
    await render(10, vi.fn());
    await type('99');
    await press('Enter');
    expect(shown.mock.contexts).toEqual([place.querySelector('[role=alert]')]);
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  });

  it('is kept when the field is left', async () => {
    const onChange = vi.fn();
    await render(10, onChange);
    await type('11');
    await act(async () => field().blur());
    expect(onChange).toHaveBeenCalledExactlyOnceWith(11, expect.any(String));
  });

  it('is kept before a press elsewhere acts', async () => {
    const onChange = vi.fn();
    await render(10, onChange);
    await type('11');
    await act(async () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
    await act(async () => field().blur());
    expect(onChange).toHaveBeenCalledExactlyOnceWith(11, expect.any(String));
  });

  it('comes back by Escape, and where no number was typed', async () => {
    const onChange = vi.fn();
    await render(10, onChange);
    await type('11');
    await press('Escape');
    expect(field().value).toBe('10');
    await type('ten');
    await press('Enter');
    expect(field().value).toBe('10');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('changes by one with an arrow and by ten with Shift, in one gesture', async () => {
    const onChange = vi.fn();
    await render(10, onChange);
    await press('ArrowUp');
    await press('ArrowDown', true);
    expect(onChange.mock.calls.map(([value]) => value)).toEqual([11, 0]);
    const gestures = onChange.mock.calls.map(([, gesture]) => gesture);
    expect(new Set(gestures).size).toBe(1);
  });

  it('shows a dash and nothing else where elements differ, and takes a value for all', async () => {
    const onChange = vi.fn();
    await render(mixed, onChange);
    expect(field().value).toBe('');
    expect(field().placeholder).toBe('—');
    await press('ArrowUp');
    await act(async () => field().blur());
    expect(onChange).not.toHaveBeenCalled();
    await type('8');
    await press('Enter');
    expect(onChange).toHaveBeenCalledWith(8, expect.any(String));
  });

  it('sets nothing when it is emptied, where there may be nothing', async () => {
    const [onChange, onClear] = [vi.fn(), vi.fn()];
    await render(10, onChange, onClear);
    await type('');
    await press('Enter');
    expect(onClear).toHaveBeenCalledOnce();
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe('a colour', () => {
  it.each([
    ['#C2401C', '#c2401c'],
    ['c2401c', '#c2401c'],
    ['fA0', '#ffaa00'],
    ['red', null],
    ['', null],
  ])('%j is %j', (text, value) => {
    expect(readColor(text)).toBe(value);
  });

  it('that is the seal’s shows the design’s own, stays when nothing was typed, and gives way to another', async () => {
    const onChange = vi.fn();
    const paint = sealPaint('#c2401c');
    await show(<ColorField label="Fill" property="fill" value={paint} onChange={onChange} />);
    expect(field().value).toBe('C2401C');
    expect(place.querySelector<HTMLInputElement>('input[type=color]')!.value).toBe('#c2401c');
    await press('Enter');
    await type('C2401C');
    await act(async () => field().blur());
    expect(onChange).not.toHaveBeenCalled();
    await type('14213d');
    await press('Enter');
    expect(onChange).toHaveBeenCalledExactlyOnceWith('#14213d', expect.any(String));
  });

  it('can be taken away only where there may be none', async () => {
    const [onChange, onClear] = [vi.fn(), vi.fn()];
    await show(<ColorField label="Fill" property="fill" value="#c2401c" onChange={onChange} />);
    expect(place.querySelector('button')).toBeNull();
    await show(
      <ColorField label="Fill" property="fill" value="#c2401c" onChange={onChange} onClear={onClear} />,
    );
    await act(async () => place.querySelector('button')!.click());
    expect(onClear).toHaveBeenCalledOnce();
    await show(
      <ColorField label="Fill" property="fill" value={null} onChange={onChange} onClear={onClear} />,
    );
    expect(field().placeholder).toBe('none');
    await type('fff');
    await press('Enter');
    expect(onChange).toHaveBeenLastCalledWith('#ffffff', expect.any(String));
  });
});

it('shares a value only where all have it', () => {
  expect(sharedOf([])).toBeUndefined();
  expect(sharedOf([1, 1])).toBe(1);
  expect(sharedOf([1, 2])).toBe(mixed);
  expect(sharedOf([null, null])).toBeNull();
  expect(sharedOf([{ a: 1 }, { a: 1 }])).toEqual({ a: 1 });
});
