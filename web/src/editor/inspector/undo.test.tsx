// @vitest-environment jsdom
import { sealPaint } from '@sello/design';
import { afterEach, describe, expect, it } from 'vitest';
import { buildBox } from '../model/model.fixture.ts';
import { close, control, controls, element, give, open } from './inspector.fixture.tsx';

afterEach(close);

describe('undo', () => {
  const key = (target: Element, more: object) =>
    target.dispatchEvent(
      new KeyboardEvent('keydown', {
        key: 'z',
        code: 'KeyZ',
        ctrlKey: true,
        bubbles: true,
        cancelable: true,
        ...more,
      }),
    );

  it('in a field takes back what the field changed, as one step for arrows pressed one after another', async () => {
    const shown = await open([buildBox('a')], ['a']);
    const x = control(shown, 'x');
    await shown.settle(() => x.focus());
    for (let press = 0; press < 5; press += 1)
      await shown.settle(() =>
        x.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true })),
      );
    expect(element(shown).x).toBe(15);
    await shown.settle(() => key(x, {}));
    expect([element(shown).x, x.value]).toEqual([10, '10']);
    await shown.settle(() => key(x, { shiftKey: true }));
    expect(element(shown).x).toBe(15);
  });

  it.each([
    ['x', 'the place of several'],
    ['across', 'the gap between them'],
  ])('takes back held arrows in %s, %s, at once', async (name) => {
    const shown = await open([buildBox('a', { x: 10 }), buildBox('b', { x: 100 })], ['a', 'b']);
    const before = shown.session.state.design;
    const field = control(shown, name);
    await shown.settle(() => field.focus());
    for (let press = 0; press < 3; press += 1)
      await shown.settle(() =>
        field.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }),
        ),
      );
    expect(shown.session.state.design).not.toBe(before);
    await shown.settle(() => shown.session.undo());
    expect(shown.session.state.design).toBe(before);
  });

  it('gives a shape the seal’s colour back', async () => {
    const paint = sealPaint('#c2401c');
    const shown = await open([buildBox('a', { fill: paint })], ['a']);
    await give(shown, control(shown, 'fill'), '14213D');
    expect(element(shown).fill).toBe('#14213d');
    await shown.settle(() => shown.session.undo());
    expect([element(shown).fill, control(shown, 'fill').value]).toEqual([paint, 'C2401C']);
  });

  it('of a shape that no longer follows the seal’s colour is not needed: a box gives it back', async () => {
    const paint = sealPaint('#c2401c');
    const shown = await open([buildBox('a', { fill: paint })], ['a']);
    const box = () =>
      controls(shown, 'fill').find((one): one is HTMLInputElement => one.matches('[type=checkbox]'))!;
    expect(box().checked).toBe(true);
    await give(shown, control(shown, 'fill'), '14213D');
    expect(box().checked).toBe(false);
    await shown.settle(() => box().click());
    expect(element(shown).fill).toBe(sealPaint('#14213d'));
    await shown.settle(() => box().click());
    expect(element(shown).fill).toBe('#14213d');
  });

  it('leaves a field alone in which something was typed', async () => {
    const shown = await open([buildBox('a')], ['a']);
    const x = control(shown, 'x');
    await give(shown, x, '12');
    await shown.settle(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(x, '99');
      x.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await shown.settle(() => key(x, {}));
    expect([element(shown).x, x.value]).toEqual([12, '99']);
  });
});
