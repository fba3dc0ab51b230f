import { describe, expect, it } from 'vitest';
import { changeLabel, changesBetween } from './index.ts';

import { buildBox, buildDesign, buildText, Editor } from './model.fixture.ts';

const base = () =>
  buildDesign([
    buildText('t', 'The grade'),
    buildBox('a', { name: 'Seal' }),
    buildBox('b'),
    buildBox('c'),
    buildBox('d'),
  ]);
const brief = (editor: Editor, before = base()) =>
  changesBetween(before, editor.design).map(({ of, kind, id, properties }) =>
    `${of} ${kind} ${id} ${properties.join()}`.trim(),
  );

describe('the changes between two designs', () => {
  it('are none between equal ones', () => {
    expect(changesBetween(base(), structuredClone(base()))).toEqual([]);
  });

  it('name what was added, removed and changed, each once', () => {
    const editor = new Editor(base(), ['a']).run('setProperty', { properties: { opacity: 0.5, width: 50 } });
    editor
      .run('select', { ids: ['b'] })
      .run('delete')
      .run('add.qr')
      .run('variable.declare', { name: 'custom.x' });
    editor.run('page.background', { color: '#123456' });
    const added = editor.state.selection[0];
    expect(brief(editor)).toEqual([
      'page changed page1 background',
      'element changed a width,opacity',
      `element added ${added}`,
      'element removed b',
      'variable added custom.x',
    ]);
    const [, changed] = changesBetween(base(), editor.design);
    expect(changed).toMatchObject({ name: 'Seal', pageId: 'page1', type: 'rectangle' });
    expect(changeLabel(changed!)).toBe('editor.changes.element.changed');
  });

  it('counts one move for one element that was moved in the layers', () => {
    expect(brief(new Editor(base(), ['t']).run('order.front'))).toEqual(['element moved t']);
    expect(brief(new Editor(base(), ['d']).run('order.back'))).toEqual(['element moved d']);
  });

  it('follows elements into groups and to other pages', () => {
    const editor = new Editor(base(), ['c', 'd']).run('group');
    const [group] = editor.state.selection;
    expect(brief(editor)).toEqual([
      `element added ${group}`,
      'element changed c x,y',
      'element changed d x,y',
    ]);
    const pages = new Editor(base()).run('page.add');
    expect(brief(pages)).toEqual([`page added ${pages.state.pageId}`]);
    pages.run('page.move', { pageId: 'page1', to: 1 });
    expect(changesBetween(base(), pages.design)).toHaveLength(1);
  });

  it('sees the settings of the design', () => {
    const design = { ...base(), locale: 'pt-BR' };
    const [change] = changesBetween(base(), design);
    expect(change).toMatchObject({ of: 'design', properties: ['locale'] });
    expect(changeLabel(change!)).toBe('editor.changes.design.changed');
  });
});
