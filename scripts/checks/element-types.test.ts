import { elements } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { askedTypes } from './element-types.ts';

const types = Object.keys(elements);

describe('a test of an element’s type', () => {
  it.each([
    "if (element.type === 'text') return 1;",
    "return element.type !== 'qr' && element.hidden;",
    "elements.filter(({ type }) => type == 'image')",
    "if ('group' === child.type) walk(child);",
    "switch (element.type) {\n  case 'path':\n    return 1;\n}",
    "['text', 'qr'].includes(element.type)",
    'if (element.type === "ellipse") return 1;',
  ])('is found: %s', (text) => {
    expect(askedTypes(text, types)).toHaveLength(1);
  });

  it.each([
    "sheet.add({ type: 'text', id: 'a' });",
    "const text: Extract<DesignElement, { type: 'text' }> = of(element);",
    "records.filter((record) => record.type === 'TXT')",
    "switch (column.kind) {\n  case 'text':\n    return 1;\n}",
    "type Text = ElementOf<'text'>;",
  ])('is not found in: %s', (text) => {
    expect(askedTypes(text, types)).toEqual([]);
  });

  it('names the line', () => {
    expect(askedTypes("const a = 1;\nif (of.type === 'line') a();", types)).toEqual([
      { line: 2, asked: "type === 'line'" },
    ]);
  });
});
