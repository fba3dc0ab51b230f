import type { DesignInput } from '@sello/contracts';
import { defineDesign } from '@sello/design';
import { copiedOf } from '../clipboard.ts';
import { openState } from '../state.ts';
import { type ArgsOf, type CommandId, commands } from './index.ts';

const box = (id: string, x: number, y: number, width: number, height: number) => ({
  ...{ type: 'rectangle' as const, id, x, y, width, height },
  ...{ fill: '#3b7a2a', opacity: 0.75 },
});
const elements: DesignInput['pages'][number]['elements'] = [
  box('a', 10, 10, 40, 20),
  box('b', 100, 60, 80, 40),
  box('c', 300, 200, 60, 60),
  {
    ...{ type: 'group', id: 'g', x: 400, y: 300, width: 120, height: 80 },
    elements: [box('d', 0, 0, 40, 30), box('e', 60, 40, 60, 40)],
  },
  {
    ...{ type: 'text', id: 't', x: 50, y: 400, width: 300, height: 60 },
    paragraphs: [{ runs: [{ text: 'Granted to {{fullName}} for {{custom.hours}} hours' }] }],
    ...{ fontFamily: 'Newsreader', fontSize: 20 },
  },
];

/** A template in which every command has something to do. */
export const situation = defineDesign({
  version: 2,
  variables: [{ name: 'custom.hours', sample: '40' }],
  pages: [
    { id: 'page1', width: 842, height: 595, guides: [{ axis: 'x', position: 20 }], elements },
    { id: 'page2', width: 842, height: 595, elements: [box('z', 60, 60, 90, 30)] },
    { id: 'page3', width: 595, height: 842, elements: [] },
  ],
});

const [first] = situation.pages as [(typeof situation.pages)[number]];
const withNew = (id: string) => ({ ...first.elements[0]!, id });
const copiedJson = copiedOf({ ...openState(situation), selection: ['b', 't'] }).elements!;
const at = { paragraph: 0, offset: 3 };
const picture = 'M0 0L60 0L60 30Z';

type Needing = { [Id in CommandId]: undefined extends ArgsOf<Id> ? never : Id }[CommandId];

/** What the commands that need arguments are given: one without an entry does not compile. */
const given: { [Id in Needing]: ArgsOf<Id> } = {
  'add.text': { properties: { paragraphs: [{ runs: [{ text: 'New' }] }] } },
  'add.image': { properties: { source: { kind: 'variable', name: 'tenant.logo' } } },
  'add.path': { properties: { d: picture, viewBox: [0, 0, 60, 30], fill: '#c2401c' } },
  put: { elements: [withNew('put')], at: 'middle' },
  select: { ids: ['a', 'c'] },
  move: { boxes: { b: { x: 140, y: 90 } } },
  resize: { boxes: { b: { width: 33, height: 66 } } },
  rotate: { boxes: { b: { rotation: 30 } } },
  paste: { json: copiedJson },
  pasteInPlace: { json: copiedJson },
  moveLayers: { ids: ['b'], parentId: 'g', index: 1 },
  rename: { id: 'b', name: 'The frame' },
  setProperty: { properties: { fill: '#c2401c' } },
  'text.type': { text: 'Ñandutí' },
  'text.compose': { text: '証書', isDone: true },
  'text.replace': { id: 't', text: 'Given to {{fullName}}' },
  'text.variable': { name: 'idNumber' },
  'text.paste': { text: 'one\ntwo' },
  'text.style': { style: { fontSize: 14, fill: '#c2401c' } },
  'text.paragraph': { style: { align: 'center' } },
  'text.select': { anchor: { paragraph: 0, offset: 0 }, focus: at },
  'text.select.word': { at },
  'text.select.paragraph': { at },
  'page.move': { to: 2 },
  'page.show': { pageId: 'page3' },
  'page.resize': { size: 'square' },
  'page.background': { color: '#f1ede5' },
  'page.readingOrder': { ids: ['t', 'a', 'b', 'c', 'g'] },
  'page.put': { pages: [{ ...first, id: 'put', elements: [withNew('other')] }], replaces: false },
  'template.replace': { design: { ...situation, pages: [{ ...first, elements: [] }] } },
  'template.settings': { locale: 'pt-BR', dateStyle: 'short' },
  'guide.add': { axis: 'y', position: 100 },
  'guide.move': { index: 0, position: 60 },
  'guide.remove': { index: 0 },
  'variable.declare': { name: 'custom.place', sample: 'Lima' },
  'variable.change': { name: 'custom.hours', properties: { sample: '60' } },
  'variable.rename': { from: 'custom.hours', to: 'custom.time' },
  'variable.remove': { name: 'custom.hours' },
};

/** Commands that change what is selected or shown, and never the template. */
const views = /^(select|copy|text\.(edit|leave|select)|caret|page\.(show|next|previous))(\.|$)/;

export interface Step {
  id: CommandId;
  args?: unknown;
}

/** How a command comes to be run: the steps before it, the last of which is the command itself. */
export interface Situation {
  id: CommandId;
  /** What makes the situation; nothing of it changes the template. */
  before: readonly Step[];
  step: Step;
  changesTemplate: boolean;
}

function selectionFor(id: CommandId): readonly string[] {
  if (/^(align|distribute|group$)/.test(id)) return ['a', 'b', 'c'];
  return id === 'ungroup' ? ['g'] : id.startsWith('text.') ? ['t'] : ['b'];
}

function situationOf(id: CommandId): Situation {
  const { context } = commands[id];
  const args = given[id as Needing];
  const before: Step[] = [];
  if (id === 'page.up' || id === 'page.previous') before.push({ id: 'page.show', args: { pageId: 'page2' } });
  else if (context === 'text') before.push({ id: 'text.edit', args: { id: 't', at } });
  else before.push({ id: 'select', args: { ids: selectionFor(id) } });
  return {
    ...{ id, before, changesTemplate: !views.test(id) },
    step: { id, ...(args !== undefined && { args }) },
  };
}

/** For every command of the registry the situation in which it is run. */
export const situations: readonly Situation[] = (Object.keys(commands) as CommandId[]).map(situationOf);
