import type { DesignElement } from '@sello/contracts';
import { kindOf } from '@sello/design';
import { describe, expect, it } from 'vitest';
import {
  commandFor,
  commands,
  type Platform,
  pageSizes,
  printedTexts,
  sizeOf,
  undo,
  unknownVariables,
  variableUses,
} from '../index.ts';
import { buildBox, buildDesign, buildText, Editor } from '../model.fixture.ts';

describe('pages', () => {
  it('are added, duplicated with new ids, moved and deleted', () => {
    const design = buildDesign([buildBox('a'), buildBox('b')]);
    design.pages[0]!.readingOrder = ['b', 'a'];
    const editor = new Editor(design).run('page.duplicate');
    const [first, second] = editor.design.pages;
    expect(editor.state.pageId).toBe(second!.id);
    expect(second!.elements).toHaveLength(2);
    expect(second!.elements.map(({ id }) => id)).not.toEqual(first!.elements.map(({ id }) => id));
    expect(second!.readingOrder).toEqual(second!.elements.map(({ id }) => id).reverse());
    editor.run('page.add');
    expect(editor.design.pages[2]).toMatchObject({ width: 842, height: 595, elements: [] });
    editor.run('page.move', { pageId: 'page1', to: 2 });
    expect(editor.design.pages.map(({ id }) => id).at(-1)).toBe('page1');
    editor.run('page.delete', { pageId: 'page1' }).run('page.delete');
    expect(editor.design.pages).toHaveLength(1);
    expect(editor.run('page.delete').design.pages).toHaveLength(1);
    expect(editor.state.pageId).toBe(editor.design.pages[0]!.id);
  });

  it('and what is copied leave out a second digital signature, and say so; everything else is copied', () => {
    const left = 'editor.refusals.singleLeftOut';
    const group = { ...buildBox('g', { width: 200, height: 90 }), type: 'group' } as object;
    const signature = kindOf({ type: 'signature' } as DesignElement).sample('s');
    const inside = { ...group, elements: [signature, buildBox('i')] } as never;
    const copies = (editor: Editor, ...args: Parameters<Editor['try']>) => {
      const done = editor.try(...args);
      if (!done.ok) throw new Error(JSON.stringify(done.refusal));
      editor.history = done.history;
      return done.remark;
    };
    const editor = new Editor(buildDesign([inside, buildBox('b')]), ['g', 'b']);
    const copied = editor.try('copy');
    const json = (copied.ok && copied.copied?.elements) as string;
    expect(copies(editor, 'page.duplicate')).toBe(left);
    expect(editor.design.pages[1]!.elements).toMatchObject([
      { type: 'group', elements: [{ type: 'rectangle' }] },
      { type: 'rectangle' },
    ]);
    expect(copies(editor, 'paste', { json })).toBe(left);
    expect(editor.design.pages[1]!.elements).toHaveLength(4);
    editor.run('page.show', { pageId: 'page1' }).run('select', { ids: ['g'] });
    expect(copies(editor, 'duplicate')).toBe(left);
    expect(editor.design.pages[0]!.elements).toHaveLength(3);
    // Of nothing else than the signature there is nothing to copy.
    expect(editor.run('select', { ids: ['s'] }).try('duplicate')).toMatchObject({
      refusal: { key: 'editor.refusals.single' },
    });
    expect(copies(new Editor(buildDesign()), 'paste', { json })).toBeNull();
  });

  it('are moved, duplicated and deleted by keys, each undone in one step', () => {
    const design = buildDesign([buildBox('a')]);
    const page = { ...design.pages[0]!, elements: [], readingOrder: [] };
    design.pages = ['page1', 'page2', 'page3'].map((id) => ({ ...page, id }));
    const editor = new Editor(design);
    const idsOf = () => editor.design.pages.map(({ id }) => id);
    const press = (key: string, platform: Platform, held: { shiftKey?: true } = {}) => {
      const given = {
        key,
        code: key,
        ctrlKey: false,
        metaKey: false,
        shiftKey: false,
        altKey: true,
        ...held,
      };
      const id = commandFor(editor.state, given, platform);
      editor.run(id as 'page.up');
      return id;
    };
    for (const platform of ['apple', 'other'] as const) {
      expect(press('PageDown', platform)).toBe('page.down');
      expect(idsOf()).toEqual(['page2', 'page1', 'page3']);
      expect(editor.state.pageId).toBe('page1');
      expect(press('PageUp', platform)).toBe('page.up');
      expect(idsOf()).toEqual(['page1', 'page2', 'page3']);
      expect(commands['page.up'].canRun(editor.state)).toBe(false);
      expect(press('PageDown', platform, { shiftKey: true })).toBe('page.duplicate');
      expect(idsOf()).toEqual(['page1', expect.any(String), 'page2', 'page3']);
      expect(press(platform === 'apple' ? 'Backspace' : 'Delete', platform, { shiftKey: true })).toBe(
        'page.delete',
      );
      expect(idsOf()).toEqual(['page1', 'page2', 'page3']);
      for (const before of [4, 3, 3, 3]) {
        editor.history = undo(editor.history);
        expect(idsOf()).toHaveLength(before);
      }
      expect(editor.history.past).toHaveLength(0);
      expect(idsOf()).toEqual(['page1', 'page2', 'page3']);
    }
  });

  it('have sizes, backgrounds and a reading order', () => {
    const editor = new Editor(buildDesign([buildBox('a'), buildBox('b')]));
    for (const size of Object.keys(pageSizes) as (keyof typeof pageSizes)[]) {
      editor.run('page.resize', { size });
      expect(sizeOf(editor.design.pages[0]!)).toBe(size);
    }
    editor
      .run('page.resize', { width: 300, height: 200 })
      .run('page.background', { color: null, assetId: 'paper' });
    editor.run('page.readingOrder', { ids: ['b', 'a', 'b'] });
    expect(editor.design.pages[0]).toMatchObject({
      ...{ width: 300, height: 200, readingOrder: ['b', 'a'] },
      background: { color: null, assetId: 'paper' },
    });
    expect(sizeOf(editor.design.pages[0]!)).toBeNull();
    expect(editor.try('page.resize', { width: 10, height: 200 })).toMatchObject({
      refusal: { key: 'editor.limits.pageSide', values: { min: 72, max: 14_400 } },
    });
  });

  it('have guides', () => {
    const editor = new Editor(buildDesign()).run('guide.add', { axis: 'x', position: 10 });
    editor.run('guide.add', { axis: 'y', position: 20 }).run('guide.move', { index: 0, position: 15 });
    expect(editor.design.pages[0]!.guides).toEqual([
      { axis: 'x', position: 15 },
      { axis: 'y', position: 20 },
    ]);
    expect(editor.run('guide.remove', { index: 0 }).design.pages[0]!.guides).toHaveLength(1);
    expect(editor.run('guide.clear').design.pages[0]!.guides).toEqual([]);
  });
});

describe('variables', () => {
  const design = () =>
    buildDesign(
      [
        buildText('t', 'Dear {{fullName}}, {{ custom.hours }} hours, {{custom.hours}}', { hidden: true }),
        { ...buildBox('q'), type: 'qr', content: '{{certificate.verifyUrl}}?h={{custom.hours}}' } as never,
        { ...buildBox('i'), type: 'image', source: { kind: 'variable', name: 'custom.photo' } } as never,
        buildText('u', '{{nobody}} {{custom.ward}}'),
      ],
      { variables: [{ name: 'custom.hours', kind: 'number', sample: '120' }] },
    );

  it('are listed with their uses, and those that nothing fills are flagged', () => {
    expect(variableUses(design()).get('custom.hours')).toEqual([
      { pageId: 'page1', elementId: 't', isImage: false, count: 2 },
      { pageId: 'page1', elementId: 'q', isImage: false, count: 1 },
    ]);
    const flagged = (columns: string[] | null) =>
      unknownVariables(design(), columns && new Set(columns)).map(({ name, reason }) => [name, reason]);
    expect(flagged(null)).toEqual([
      ['custom.photo', 'image'],
      ['nobody', 'unknown'],
    ]);
    expect(flagged(['photo'])).toContainEqual(['custom.ward', 'column']);
  });

  it('are declared, changed, renamed wherever they are used, and removed', () => {
    const editor = new Editor(design());
    editor.run('variable.rename', { from: 'custom.hours', to: 'batch.hours' });
    expect(editor.design.variables[0]).toMatchObject({ name: 'batch.hours', scope: 'batch', kind: 'number' });
    expect(variableUses(editor.design).has('custom.hours')).toBe(false);
    expect(
      variableUses(editor.design)
        .get('batch.hours')
        ?.map(({ count }) => count),
    ).toEqual([2, 1]);
    editor.run('variable.rename', { from: 'custom.photo', to: 'student.photo' });
    expect(editor.element('i')).toMatchObject({ source: { kind: 'variable', name: 'student.photo' } });
    editor.run('variable.change', { name: 'batch.hours', properties: { optional: true, label: 'Hours' } });
    editor.run('variable.change', { name: 'custom.ward', properties: { sample: 'B 2' } });
    expect(editor.design.variables).toMatchObject([
      { name: 'batch.hours', optional: true, label: 'Hours', sample: '120' },
      { name: 'custom.ward', scope: 'student', sample: 'B 2' },
    ]);
    expect(editor.try('variable.declare', { name: 'custom.ward' })).toMatchObject({
      refusal: { problems: [{ message: 'a variable is declared twice' }] },
    });
    expect(editor.try('variable.rename', { from: 'custom.ward', to: 'no good' })).toMatchObject({
      ok: false,
    });
    expect(editor.run('variable.remove', { name: 'custom.ward' }).design.variables).toHaveLength(1);
  });
});

describe('the clipboard', () => {
  const source = () =>
    new Editor(
      buildDesign(
        [buildText('t', 'Hours: {{custom.hours}}', { x: 20, y: 30, locked: true }), buildBox('b')],
        {
          variables: [{ name: 'custom.hours', sample: '120' }, { name: 'custom.other' }],
        },
      ),
      ['t', 'b'],
    );
  const copiedFrom = (editor: Editor, id: 'copy' | 'cut') => {
    const result = editor.try(id);
    if (!result.ok || !result.copied) throw new Error('nothing was copied');
    editor.history = result.history;
    return result.copied;
  };

  it('carries elements to another template with new ids and the variables that they use', () => {
    const copied = copiedFrom(source(), 'copy');
    expect(copied.text).toBe('Hours: {{custom.hours}}');
    const target = new Editor(buildDesign());
    target.run('paste', { json: copied.elements! });
    const [text, box] = target.design.pages[0]!.elements;
    expect(text).toMatchObject({ x: 20, y: 30, locked: false });
    expect([text!.id, box!.id]).not.toContain('t');
    expect(target.state.selection).toEqual([text!.id, box!.id]);
    expect(target.design.variables).toMatchObject([{ name: 'custom.hours', sample: '120' }]);
    target.run('paste', { json: copied.elements! });
    expect(target.design.pages[0]!.elements[2]).toMatchObject({ x: 30, y: 40 });
    target.run('pasteInPlace', { json: copied.elements! });
    expect(target.design.pages[0]!.elements[4]).toMatchObject({ x: 20, y: 30 });
    target.run('paste', { json: copied.elements!, at: { x: 400, y: 300 } });
    expect(target.design.variables).toHaveLength(1);
  });

  it('takes elements out of groups where they are seen, and cut leaves what is locked', () => {
    const editor = source();
    const copied = copiedFrom(editor, 'cut');
    expect(editor.design.pages[0]!.elements.map(({ id }) => id)).toEqual(['t']);
    expect(copied.text).toBe('');
    const group = {
      ...buildBox('g', { x: 100, rotation: 90, width: 40, height: 20 }),
      type: 'group',
    } as never;
    const inner = { ...(group as object), elements: [buildBox('i', { x: 0, y: 0 })] } as never;
    const nested = copiedFrom(new Editor(buildDesign([inner]), ['i']), 'copy');
    const target = new Editor(buildDesign()).run('paste', { json: nested.elements! });
    expect(target.design.pages[0]!.elements[0]).toMatchObject({ x: 100, y: 10, rotation: 90 });
  });

  it('refuses what other programs put there, and what is not valid', () => {
    const editor = source();
    const { elements } = copiedFrom(editor, 'copy');
    const content = JSON.parse(elements!);
    for (const json of [
      ...['', 'hello', '[]', 'null', '{"type":"excalidraw/clipboard","elements":[]}', '['.repeat(100_000)],
      JSON.stringify({ ...content, elements: [{ ...content.elements[0], width: -5 }] }),
      JSON.stringify({ ...content, elements: [] }),
      JSON.stringify({ ...content, version: 99 }),
      elements!.replace('"elements":[', '"__proto__":{"x":1},"elements":[{"type":"nothing"},'),
    ]) {
      expect(editor.try('paste', { json })).toMatchObject({
        ok: false,
        refusal: { key: 'editor.refusals.clipboard' },
      });
    }
  });
});

describe('the settings of the certificate', () => {
  it('are changed in one step, which nothing else takes part in', () => {
    const editor = new Editor(buildDesign([buildText('t', '{{student.endDate}}')]));
    const before = editor.design;
    editor.run('template.settings', { locale: 'pt-BR', dateStyle: 'short', timeZone: 'America/Sao_Paulo' });
    expect(editor.design).toEqual({
      ...before,
      ...{ locale: 'pt-BR', dateStyle: 'short', timeZone: 'America/Sao_Paulo' },
    });
    expect(editor.run('template.settings', { locale: 'pt-BR' }).history.past).toHaveLength(1);
    expect(undo(editor.history).present.design).toEqual(before);
    // Without a zone of its own it takes the organization's.
    editor.run('template.settings', { timeZone: null });
    expect(editor.design.timeZone).toBeUndefined();
    expect(editor.design.locale).toBe('pt-BR');
  });

  it('are refused when they are no language or no time zone', () => {
    const editor = new Editor(buildDesign());
    for (const args of [{ locale: 'not a tag' }, { timeZone: 'Mars/Olympus' }]) {
      expect(editor.try('template.settings', args)).toMatchObject({ ok: false });
    }
  });
});

describe('the texts of a design', () => {
  it('are its paragraphs, tables and codes, each once and without what is hidden', () => {
    const rich = buildText('rich', '', {
      paragraphs: [{ runs: [{ text: 'Certificate of ' }, { text: 'Care', fontWeight: 700 }] }],
    });
    const group = { ...buildBox('g'), type: 'group', elements: [buildText('in', 'Inside')] };
    const hidden = buildText('h', 'Hidden', { hidden: true });
    const design = buildDesign([rich, buildText('two', 'One\n \nTwo'), buildText('again', 'One'), hidden]);
    design.pages[0]!.elements.push(...buildDesign([group as never]).pages[0]!.elements);
    expect(printedTexts(design)).toEqual(['Certificate of Care', 'One', 'Two', 'Inside']);
  });
});
