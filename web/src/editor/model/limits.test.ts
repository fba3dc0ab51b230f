import { type Design, type DesignElement, design as schema } from '@sello/contracts';
import { parseDesign } from '@sello/design';
import { describe, expect, it } from 'vitest';
import { jsonLength } from './json-length.ts';
import { refusalOf } from './limits.ts';
import { buildBox, buildDesign, buildText, Editor } from './model.fixture.ts';

const many = (count: number): DesignElement[] =>
  buildDesign(Array.from({ length: count }, (_, index) => buildBox(`e${index}`))).pages[0]!.elements;

const withElements = (elements: DesignElement[]): Design => {
  const design = buildDesign();
  return { ...design, pages: [{ ...design.pages[0]!, elements }] };
};

/** The whole schema, and what is checked of a change alone, have to say the same. */
function expectSame(before: Design, after: Design, limit: string | null): void {
  const refusal = refusalOf(before, after);
  const whole = parseDesign(after);
  expect(refusal === null).toBe(whole.ok);
  if (whole.ok || !refusal) return;
  expect(refusal.problems.map(({ message }) => message)).toEqual(
    whole.problems.map(({ message }) => message),
  );
  expect(refusal.problems.map(({ path }) => path)).toEqual(whole.problems.map(({ path }) => path));
  if (limit) expect(refusal.key).toBe(limit);
}

const change = (design: Design, properties: object): Design => {
  const page = design.pages[0]!;
  const [first, ...rest] = page.elements;
  return {
    ...design,
    pages: [{ ...page, elements: [{ ...first, ...properties } as DesignElement, ...rest] }],
  };
};

describe('a change beyond a limit', () => {
  it('is refused with the message of the schema: elements, ids and a second signature', () => {
    const full = withElements(many(1_000));
    expectSame(
      full,
      withElements([...full.pages[0]!.elements, ...buildDesign([buildBox('more')]).pages[0]!.elements]),
      'errors.template_elements_exceeded',
    );
    const two = withElements(many(2));
    expectSame(
      two,
      withElements([...two.pages[0]!.elements, { ...two.pages[0]!.elements[0]! }]),
      'errors.template_id_repeated',
    );
    const editor = new Editor(buildDesign()).run('add.signature');
    expect(editor.try('add.signature')).toMatchObject({
      ok: false,
      refusal: { key: 'editor.refusals.single', problems: [{ message: 'more than one signature' }] },
    });
  });

  it('counts what lies in groups', () => {
    const inner = many(600);
    const [group] = buildDesign([{ ...buildBox('g'), type: 'group', elements: [] } as never]).pages[0]!
      .elements;
    const plain = many(500).map((element) => ({ ...element, id: `p${element.id}` }));
    expectSame(
      withElements(inner),
      withElements([{ ...group!, elements: inner } as DesignElement, ...plain]),
      'errors.template_elements_exceeded',
    );
  });

  it('is refused for texts, drawings, colours and numbers', () => {
    const text = buildDesign([buildText('t', 'Hello')]);
    const runs = (count: number) => ({
      paragraphs: [{ runs: Array.from({ length: count }, () => ({ text: 'a' })) }],
    });
    expectSame(
      text,
      change(text, { paragraphs: [{ runs: [{ text: 'x'.repeat(20_001) }] }] }),
      'editor.limits.textLength',
    );
    expectSame(
      text,
      change(text, { paragraphs: [{ runs: [{ text: 'x'.repeat(11_000) }, { text: 'x'.repeat(11_000) }] }] }),
      'editor.limits.textLength',
    );
    expectSame(text, change(text, runs(1_001)), 'editor.limits.runs');
    expectSame(
      text,
      change(text, { paragraphs: Array.from({ length: 1_001 }, () => ({ runs: [] })) }),
      'editor.limits.paragraphs',
    );
    expectSame(text, change(text, { fontSize: 2_001 }), 'editor.limits.fontSize');
    expectSame(text, change(text, { fill: 'red' }), null);
    expectSame(text, change(text, { rotation: Number.NaN }), null);
    expectSame(text, change(text, { paragraphs: [{ runs: [{ text: 'fine' }] }] }), null);
    const path = buildDesign([
      { ...buildBox('p'), type: 'path', d: 'M0 0L1 1', viewBox: [0, 0, 1, 1] } as never,
    ]);
    expectSame(path, change(path, { d: `M0 0${'L1 1'.repeat(50_000)}` }), 'errors.template_path_too_long');
    expect(refusalOf(path, change(path, { d: 'L1 1' }))).toMatchObject({ key: 'editor.refusals.invalid' });
  });

  it('is refused for pages, guides, variables and the size as JSON', () => {
    const one = buildDesign([buildText('t', 'Hello')]);
    const pages = Array.from({ length: 21 }, (_, index) => ({
      ...one.pages[0]!,
      id: `p${index}`,
      elements: [],
    }));
    expectSame(one, { ...one, pages }, 'editor.limits.pages');
    expectSame(one, { ...one, pages: [{ ...one.pages[0]!, width: 20 }] }, 'editor.limits.pageSide');
    const guides = Array.from({ length: 101 }, () => ({ axis: 'x' as const, position: 1 }));
    expectSame(one, { ...one, pages: [{ ...one.pages[0]!, guides }] }, 'editor.limits.guides');
    const variables = Array.from({ length: 201 }, (_, index) => ({
      ...{ name: `custom.${index}`, scope: 'student' as const, label: '' },
      ...{ kind: 'text' as const, sample: '', optional: false },
    }));
    expectSame(one, { ...one, variables }, 'editor.limits.variables');
    expectSame(one, { ...one, variables: [variables[0]!, variables[0]!] }, null);
    const wide = Array.from({ length: 250 }, (_, index) => buildText(`t${index}`, 'x'.repeat(19_000)));
    const large = buildDesign(wide.slice(0, 205));
    expectSame(
      large,
      {
        ...large,
        pages: [{ ...large.pages[0]!, elements: schema.parse(buildDesign(wide)).pages[0]!.elements }],
      },
      'errors.template_too_large',
    );
  });

  it('measures the design as its JSON text is long', () => {
    const group = {
      ...buildBox('g'),
      type: 'group',
      elements: [buildBox('a'), buildText('b', '“ü”\n{{x}}')],
    } as never;
    const design = buildDesign([group, buildText('t', 'a"b\\c')], { variables: [{ name: 'custom.a' }] });
    expect(jsonLength(design)).toBe(JSON.stringify(design).length);
    expect(jsonLength(buildDesign())).toBe(JSON.stringify(buildDesign()).length);
  });
});
