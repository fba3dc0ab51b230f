import type { Design, TextElement } from '@sello/contracts';
import { type ElementKind, elements, layoutText } from '@sello/design';
import { afterEach, describe, expect, it } from 'vitest';
import { buildDesign, buildRow, buildText, certificateOf, compileDesign } from '../../tests/builders.ts';
import { inflateStreams } from '../../tests/inflate-streams.ts';
import { textOperators } from '../pdf/text-operators.ts';
import { stamp } from '../stamp.ts';
import { painters } from './index.ts';
import type { Painter } from './painter.ts';

// A new element type with its own painter, which does not handle variables.
const label = 'label' as 'text';
type Kind = ElementKind<TextElement, null>;
const kind: Kind = {
  ...elements.text,
  measure: () => ({ layout: null, problems: [] }),
  warnings: () => [],
};
const painter: Painter<TextElement, null> = {
  ...painters.text,
  reading: () => ({ kind: 'text', language: null, hasParagraphs: false }),
  paint: (element, _, frame, { resources }) =>
    textOperators(layoutText(element, resources.fonts, { locale: 'en' }), frame, resources),
};

function register(declared: Partial<Kind>): void {
  Object.assign(elements, { [label]: { ...kind, ...declared } });
  Object.assign(painters, { [label]: painter });
}

afterEach(() => {
  Reflect.deleteProperty(elements, label);
  Reflect.deleteProperty(painters, label);
});

function labelDesign(content: string): Design {
  const design = buildDesign([buildText(content, { fit: 'clip' })]);
  const element = { ...design.pages[0]?.elements[0], type: label } as TextElement;
  return { ...design, pages: [{ ...(design.pages[0] as Design['pages'][number]), elements: [element] }] };
}

describe('a new element type', () => {
  it('prints values although its painter does not handle variables', async () => {
    register({});
    const compiled = await compileDesign(labelDesign('{{idNumber}}'));
    const [one, other] = await Promise.all(
      ['70418821', '11111111'].map(async (idNumber) =>
        inflateStreams(await certificateOf(compiled, buildRow({ student: { idNumber } }))).toString('latin1'),
      ),
    );
    const shown = /\[(<[0-9a-f]+>[^\]]*)\]TJ/;
    expect(shown.exec(one as string)?.[1]).toBeDefined();
    expect(shown.exec(one as string)?.[1]).not.toBe(shown.exec(other as string)?.[1]);
  });

  it('cannot be stamped when it does not fill its variables', async () => {
    register({ fill: (element) => element });
    const compiled = await compileDesign(labelDesign('{{idNumber}}'));
    await expect(stamp(compiled, buildRow())).rejects.toMatchObject({ code: 'internal' });
  });

  it('cannot be compiled when it does not declare its texts', async () => {
    register({ texts: () => [], varies: () => false });
    await expect(compileDesign(labelDesign('No. {{ idNumber }}'))).rejects.toMatchObject({
      code: 'internal',
    });
    await expect(compileDesign(labelDesign('No. {idNumber}'))).resolves.toBeDefined();
  });
});

it('fails a row whose values contain a variable, in text and in QR codes', async () => {
  const row = buildRow({ custom: { note: 'see {{fullName}}' } });
  const code = {
    type: 'qr' as const,
    id: 'q',
    x: 0,
    y: 0,
    width: 90,
    height: 90,
    content: '{{custom.note}}',
  };
  for (const element of [buildText('{{custom.note}}'), code]) {
    const compiled = await compileDesign(buildDesign([element]));
    await expect(stamp(compiled, row)).rejects.toMatchObject({
      code: 'variable_unknown',
      details: { variable: 'fullName' },
    });
  }
});
