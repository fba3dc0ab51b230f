import { describe, expect, it } from 'vitest';
import { importTemplate } from '../index.ts';
import { buildBox, buildDesign } from '../model.fixture.ts';

const boxes = (count: number) => Array.from({ length: count }, (_, index) => buildBox(`e${index}`));
const imported = (json: string) => {
  const result = importTemplate(json);
  if (!result.ok) throw new Error(`${result.key} ${JSON.stringify(result.problems)}`);
  return result.template;
};
const refused = (json: string) => {
  const result = importTemplate(json);
  return result.ok ? null : result.key;
};

describe('a file that is no template', () => {
  it('is refused in the words of the product', () => {
    for (const json of ['', 'hello', '{"pages":', "{'pages':[]}"])
      expect(refused(json)).toBe('editor.import.invalidJson');
    for (const json of [
      'null',
      '7',
      '[]',
      '{}',
      '{"pages":[]}',
      '{"pages":{}}',
      '{"pages":[1]}',
      '{"pages":[{}]}',
      '{"objects":[]}',
      '{"sello":"template","version":9,"template":{}}',
      '{"sello":"template","version":1}',
    ]) {
      expect(refused(json), json).toBe('editor.import.notTemplate');
    }
    expect(refused('{"pages":[{"elements":[{"type":"text"}]}]}')).toBe('editor.import.invalidDesign');
    const path = { ...buildBox('p'), type: 'path', d: 'nothing', viewBox: [0, 0, 1, 1] };
    const bad = { version: 2, pages: [{ id: 'p1', width: 400, height: 300, elements: [path] }] };
    expect(refused(JSON.stringify(bad))).toBe('editor.import.invalidDesign');
    expect(refused('{"version":99,"pages":[{"elements":[]}]}')).toBe('editor.import.invalidDesign');
  });

  it('is refused with the message of the limit that its design goes over', () => {
    const fileOf = (...elements: object[]) =>
      JSON.stringify({ version: 2, pages: [{ id: 'p1', width: 400, height: 300, elements }] });
    const nested = (depth: number): object =>
      depth === 0
        ? buildBox('leaf')
        : { ...buildBox(`g${depth}`), type: 'group', elements: [nested(depth - 1)] };
    const path = (length: number) => ({
      ...{ ...buildBox('p'), name: 'Seal', type: 'path', viewBox: [0, 0, 1, 1] },
      d: `M0 0${'L1 1'.repeat(length)}`.slice(0, length),
    });
    const group = { ...buildBox('g'), type: 'group', elements: [path(200_001)] };
    const large = Array.from({ length: 21 }, (_, index) => ({ ...path(199_000), id: `s${index}` }));
    for (const [file, key, values] of [
      [fileOf(...large), 'errors.template_too_large', { max: 4_000_000 }],
      [fileOf(...boxes(1_001)), 'errors.template_elements_exceeded', { max: 1_000 }],
      [fileOf(nested(9)), 'errors.template_groups_too_deep', { max: 8 }],
      [fileOf(path(200_001)), 'errors.template_path_too_long', { max: 200_000, element: 'Seal' }],
      [fileOf(group), 'errors.template_path_too_long', { max: 200_000, element: 'Seal' }],
      [fileOf(buildBox('a'), buildBox('a')), 'errors.template_id_repeated', { id: 'a' }],
    ] as const) {
      expect(importTemplate(file)).toMatchObject({ ok: false, key, values });
    }
  });

  it('ends in a message when it is hostile: deep, large, of wrong types or about prototypes', () => {
    expect(refused('['.repeat(1_000_000))).toBe('editor.import.tooLarge');
    expect(refused(`{"pages":[${'[],'.repeat(3_000_000)}[]]}`)).toBe('editor.import.tooLarge');
    expect(refused(`{"a":"${'x'.repeat(40_000_000)}"}`)).toBe('editor.import.tooLarge');
    const styles = Array.from({ length: 200 }, () => ({
      start: 0,
      end: 100_000,
      style: { fontWeight: 'bold' },
    }));
    const styled = { type: 'Textbox', width: 9, height: 9, text: 'a'.repeat(100_000), styles };
    expect(refused(JSON.stringify({ pages: [{ objects: Array.from({ length: 20 }, () => styled) }] }))).toBe(
      'editor.limits.textLength',
    );
    const text = JSON.stringify({
      ...buildDesign(),
      variables: [{ name: 'custom.a', sample: 'x'.repeat(600) }],
    });
    expect(refused(text)).toBe('editor.import.invalidDesign');
    const polluted = JSON.stringify(buildDesign([buildBox('a')])).replace(
      '{',
      '{"__proto__":{"polluted":true},',
    );
    expect(imported(polluted).design.pages[0]!.elements).toHaveLength(1);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    for (const wrong of [
      {
        type: 'Rect',
        width: 1e308,
        height: -1,
        left: 1e300,
        angle: 1e9,
        opacity: 'x',
        strokeDashArray: ['a', -1],
      },
      { type: 'Path', path: [['M', 'x'], 7] },
      { type: 'Textbox', text: 7, styles: [{ start: 0, end: 1e12, style: {} }] },
      { type: 'Image', src: 5 },
      { type: 'Group', objects: 'x' },
    ]) {
      const result = importTemplate(JSON.stringify({ pages: [{ objects: [wrong] }] }));
      expect(result.ok || result.key === 'editor.import.invalidDesign', JSON.stringify(wrong)).toBe(true);
    }
  });
});
