import { designLimits } from '@sello/contracts';
import { dictionaryWords, layoutText } from '@sello/design';
import { expect, it } from 'vitest';
import { bundledFonts } from '../../../../packages/render/tests/builders.ts';
import { clientOf } from '../../api/tenant-client.ts';
import type { EditorFonts } from '../fonts/fonts.ts';
import { buildDesign, buildText } from '../model/model.fixture.ts';
import { presetText } from '../panels/text/text-styles.ts';
import { Pending } from '../pending.ts';
import { createSession } from './session.ts';

const paragraph = 'The holder took part in the whole of the course and passed its examination with honours. ';

/** A session with the renderer's fonts; those in `missing` are being fetched. */
async function open(design = buildDesign(), fetching?: Promise<void>) {
  const fonts = await bundledFonts();
  const isFetched = { current: fetching === undefined };
  void fetching?.then(() => {
    isFetched.current = true;
  });
  const chain: EditorFonts['chain'] = (...request) => {
    if (!isFetched.current) throw new Pending(fetching as Promise<void>);
    return fonts.chain(...request);
  };
  const session = createSession({
    document: { name: 'Diploma', tags: [], design },
    kind: 'template',
    client: clientOf(null),
    fonts: { chain, words: dictionaryWords } as unknown as EditorFonts,
    images: { asset: async () => null, variable: async () => null },
    tenant: { name: 'Instituto', publicName: 'Instituto' },
    onRefusal: ({ key }) => expect.unreachable(key),
    onRemark: (key) => expect.unreachable(key),
  });
  const text = () => {
    const element = session.state.design.pages[0]!.elements[0]!;
    if (element.type !== 'text') throw new Error('no text');
    const { locale } = session.state.design;
    return { element, layout: layoutText(element, fonts, { locale }) };
  };
  return { session, text };
}

it('a paragraph that is typed into a new text stands in its box at its own size, and is one step with it', async () => {
  const { session, text } = await open();
  session.run('add.text', { properties: presetText('body', 'Text', [], { width: 842 }) });
  session.run('text.edit', { at: 'all' });
  const added = text().element;
  session.run('text.type', { text: paragraph });
  for (const word of paragraph.repeat(4).split(/(?<= )/)) session.run('text.type', { text: word });
  const { element, layout } = text();
  expect(layout.lines.length).toBeGreaterThan(5);
  expect(layout).toMatchObject({ fontSize: added.fontSize, problems: [] });
  expect(element.height).toBeGreaterThanOrEqual(layout.height);
  expect(element.height).toBeLessThan(layout.height + 0.02);
  expect(element).toMatchObject({ x: added.x, y: added.y, width: added.width });
  session.undo();
  expect(text().element).toEqual(added);
});

it('a text that shrinks keeps its box', async () => {
  const { session, text } = await open(buildDesign([buildText('t', 'Name', { fit: 'shrink' })]));
  session.run('text.edit', { id: 't', at: 'end' });
  session.run('text.type', { text: paragraph });
  expect(text().element.height).toBe(40);
});

it('what was typed before its font arrived gets its room when it does, unless it was undone', async () => {
  const arrival = Promise.withResolvers<void>();
  const { session, text } = await open(buildDesign([buildText('t', 'Text')]), arrival.promise);
  session.run('text.edit', { id: 't', at: 'end' });
  session.run('text.type', { text: paragraph.repeat(3) });
  expect(text().element.height).toBe(40);
  const undone = await open(buildDesign([buildText('t', 'Text')]), arrival.promise);
  undone.session.run('text.edit', { id: 't', at: 'end' });
  undone.session.run('text.type', { text: paragraph.repeat(3) });
  undone.session.undo();
  arrival.resolve();
  await arrival.promise;
  await Promise.resolve();
  const { element, layout } = text();
  expect(element.height).toBeGreaterThanOrEqual(layout.height);
  expect(session.history.get().past).toHaveLength(1);
  expect(undone.text().element.height).toBe(40);
});

it('a text that is as long as a text may be still takes what is typed', async () => {
  const { session, text } = await open(buildDesign([buildText('t', '')]));
  session.run('text.edit', { id: 't', at: 'end' });
  session.run('text.type', { text: 'a '.repeat(designLimits.textLength / 2) });
  expect(text().element.height).toBeGreaterThan(5_000);
});
