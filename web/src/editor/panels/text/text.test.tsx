// @vitest-environment jsdom
import i18next from 'i18next';
import { afterEach, expect, it, vi } from 'vitest';
import { needTexts } from '../../../i18n/index.ts';
import { buildDesign, buildText } from '../../model/model.fixture.ts';
import { drag } from '../../session/drag-data.ts';
import { type RenderedInEditor, renderInEditor } from '../../session/editor.fixture.tsx';
import { addText } from './add-text.ts';
import { TextPanel } from './TextPanel.tsx';

let rendered: RenderedInEditor | undefined;
afterEach(async () => {
  await rendered?.close();
  rendered = undefined;
});

async function open(design = buildDesign()): Promise<RenderedInEditor> {
  const texts = ['editorContent', 'editorScreen'] as const;
  void needTexts(texts);
  const opened = await renderInEditor(<TextPanel />, design);
  rendered = opened;
  await opened.settle(() => needTexts(texts));
  return opened;
}
const button = ({ place }: RenderedInEditor, text: string) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(text))!;
const elements = ({ session }: RenderedInEditor) => session.state.design.pages[0]!.elements;

it('adds a heading in the family of the largest text, ready to be typed over', async () => {
  const opened = await open(
    buildDesign([
      buildText('a', 'small', { fontFamily: 'Source Sans 3', fontSize: 10 }),
      buildText('b', 'large', { fontFamily: 'Great Vibes', fontSize: 60 }),
    ]),
  );
  await opened.settle(() => button(opened, 'Heading').click());
  expect(elements(opened).at(-1)).toMatchObject({ type: 'text', fontFamily: 'Great Vibes', fontSize: 34 });
  await opened.settle(() => opened.session.run('text.type', { text: 'Diploma' }));
  expect(elements(opened).at(-1)).toMatchObject({ paragraphs: [{ runs: [{ text: 'Diploma' }] }] });
  await opened.settle(() => button(opened, 'Running text').click());
  expect(elements(opened).at(-1)).toMatchObject({ fontFamily: 'Source Sans 3', fit: 'wrap' });
});

it('the name of the holder is a variable that shrinks to one line, and a date that of the certificate', async () => {
  const opened = await open();
  await opened.settle(() => button(opened, 'Name of the holder').click());
  const started = Object.assign(new Event('dragstart', { bubbles: true }), {
    dataTransfer: { setData: vi.fn() },
  });
  await opened.settle(() => button(opened, 'Date of issue').dispatchEvent(started));
  await opened.settle(() => drag.current!(opened.session, { x: 200, y: 100 }));
  expect(elements(opened)).toMatchObject([
    { paragraphs: [{ runs: [{ text: '{{fullName}}' }] }], fit: 'shrink', maxLines: 1 },
    { paragraphs: [{ runs: [{ text: '{{certificate.issuedAt}}' }] }], x: 90 },
  ]);
  expect(opened.session.state.editing).toBeNull();
});

it('lists each look once, and gives it to the selected text', async () => {
  const opened = await open(
    buildDesign([
      buildText('a', 'one', { fontSize: 40, fill: '#a33313' }),
      buildText('b', 'two', { fontSize: 12 }),
      buildText('c', 'three', { fontSize: 12 }),
    ]),
  );
  const rows = [...opened.place.querySelectorAll('.text-looks li')].map(({ textContent }) => textContent);
  expect(rows).toEqual(['Newsreader40 pt, one text', 'Newsreader12 pt, 2 texts']);
  await opened.settle(() => opened.session.run('select', { ids: ['b'] }));
  await opened.settle(() => button(opened, '40 pt').click());
  expect(elements(opened)[1]).toMatchObject({ fontSize: 40, fill: '#a33313' });
});

it('what the key T adds is the running text of the panel, with its words selected', async () => {
  const opened = await open();
  await opened.settle(() => button(opened, 'Running text').click());
  await opened.settle(() => addText(opened.session, i18next.t));
  const [ofPanel, ofKey] = elements(opened);
  const { x, y } = ofPanel!;
  expect({ ...ofKey, id: '' }).toEqual({ ...ofPanel, id: '', x: x + 10, y: y + 10 });
  expect(ofKey).toMatchObject({ fit: 'wrap', fontSize: 13, minFontSize: null, maxLines: null });
  await opened.settle(() => opened.session.run('text.type', { text: 'Awarded to' }));
  expect(elements(opened)[1]).toMatchObject({ paragraphs: [{ runs: [{ text: 'Awarded to' }] }] });
});
