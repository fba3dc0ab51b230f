// @vitest-environment jsdom
import { kindOf } from '@sello/design';
import { afterEach, describe, expect, it } from 'vitest';
import { close, control, controls, element, give, open } from '../inspector.fixture.tsx';

afterEach(close);

describe('a QR code', () => {
  const qr = (side: number, quietZone = 4) =>
    ({ ...kindOf({ type: 'qr' } as never).sample('a'), width: side, height: side, quietZone }) as never;

  it('warns when its squares are too small for a telephone, or its margin is', async () => {
    const large = await open([qr(120)], ['a']);
    expect(large.place.querySelector('.hint.warn')).toBeNull();
    await large.close();
    const small = await open([qr(40, 2)], ['a']);
    const warnings = [...small.place.querySelectorAll('.hint.warn')].map(({ textContent }) => textContent);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatch(/squares of 0\.\d+ mm: below 0.4 mm/);
  });
});

describe('a code', () => {
  const sample = (type: 'qr' | 'barcode', more: object = {}) =>
    ({ ...kindOf({ type } as never).sample('a'), ...more }) as never;

  it('holds a variable that is chosen, or a text of its own', async () => {
    const shown = await open([sample('qr')], ['a']);
    const list = control(shown, 'content') as unknown as HTMLSelectElement;
    expect(list.value).toBe('certificate.verifyUrl');
    expect(shown.place.textContent).toContain('permanent address');
    await give(shown, list, 'certificate.id');
    expect(element(shown).content).toBe('{{certificate.id}}');
    expect(shown.place.textContent).not.toContain('permanent address');
    await give(shown, list, 'own');
    await give(shown, controls(shown, 'content')[1]!, 'https://example.org/{{certificate.id}}');
    expect(element(shown).content).toBe('https://example.org/{{certificate.id}}');
  });

  it('says which kind a barcode is and what it can hold', async () => {
    const shown = await open([sample('barcode')], ['a']);
    expect(shown.place.textContent).toContain('Code 128. It holds Latin letters without accents, digits');
    expect(shown.place.textContent).toContain('at most 200');
  });

  it('that is light on dark is warned of, and a barcode with less room beside it', async () => {
    const shown = await open(
      [sample('barcode', { fill: '#ffffff', background: '#000000', quietZone: 4 })],
      ['a'],
    );
    const warnings = [...shown.place.querySelectorAll('.hint.warn')].map(({ textContent }) => textContent);
    expect(warnings).toEqual([
      'Light on dark: many phones do not read it.',
      'Below ten bars of quiet zone many readers fail.',
    ]);
    expect(shown.place.textContent).toMatch(/The thinnest bar is 0\.\d+ mm wide/);
  });
});
