import type { TextParagraph } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { editedText } from '../index.ts';

import { buildDesign, buildText, Editor, Random } from '../model.fixture.ts';
import type { Position } from '../state.ts';
import { endsOf, plainOf } from './runs.ts';

/** The text of the element, as a text area holds it. */
const textIn = (editor: Editor): string => plainOf(editor.element('t').paragraphs as TextParagraph[]);

/** Where a place is in the plain text. */
function indexIn(editor: Editor, { paragraph, offset }: Position): number {
  const before = (editor.element('t').paragraphs as TextParagraph[]).slice(0, paragraph);
  return plainOf(before).length + (paragraph > 0 ? 1 : 0) + offset;
}

function placeOf(editor: Editor, index: number): Position {
  let rest = index;
  const paragraphs = editor.element('t').paragraphs as TextParagraph[];
  for (const [paragraph, { runs }] of paragraphs.entries()) {
    const length = runs.reduce((sum, { text }) => sum + text.length, 0);
    if (rest <= length) return { paragraph, offset: rest };
    rest -= length + 1;
  }
  throw new RangeError(`the text is shorter than ${index}`);
}

const editorWith = (text: string): Editor =>
  new Editor(buildDesign([buildText('t', text)]), ['t']).run('text.edit', { at: 'end' });

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A plain text area: a string, and the two ends of its selection. */
class TextArea {
  value = '';
  start = 0;
  end = 0;

  replace(text: string): void {
    this.value = this.value.slice(0, this.start) + text + this.value.slice(this.end);
    this.start += text.length;
    this.end = this.start;
  }

  backspace(): void {
    if (this.start === this.end && this.start > 0) {
      const before = [...clusters.segment(this.value.slice(0, this.end))].at(-1)!.segment;
      const isEmoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(before);
      // A variation selector goes with the character that it varies.
      const last = /(?:.\p{Variation_Selector}|.)$/su.exec(before)![0];
      this.start -= isEmoji ? before.length : last.length;
    }
    this.replace('');
  }

  delete(): void {
    if (this.start === this.end)
      this.end = clusters.segment(this.value).containing(this.end)
        ? this.end +
          clusters.segment(this.value.slice(this.end))[Symbol.iterator]().next().value!.segment.length
        : this.end;
    this.replace('');
  }
}

const scripts: Readonly<Record<string, readonly string[]>> = {
  Latin: ['Ñ', 'a', ' ', 'é', 'e\u0301', '.', 'fi', 'Word ', '\n'],
  Arabic: ['م', 'حَ', 'مَّ', 'د', ' ', 'لا', '\u200f', '٣', 'ـ', '\n'],
  Hebrew: ['ש', 'לָ', 'וֹ', 'ם', ' ', '״', 'A1', '\n'],
  Thai: ['ก', 'กำ', 'นี่', 'ที่', 'เ', 'ประกาศ', ' ', '\n'],
  Japanese: ['か', 'が', '証', '書', 'ヴ', '\u3099', '、', '葛\u{e0100}', '\n'],
  emoji: ['👍', '👍🏽', '👨‍👩‍👧‍👦', '🇵🇪', '🇧🇷', '1️⃣', '❤️', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', 'x', '\n'],
  mixed: ['a', 'ش', 'ק', 'ที่', '証', '👩🏿‍🚀', '{', '}', ' ', '\n'],
};

describe('typing, selecting and deleting', () => {
  it.each(Object.entries(scripts))('in %s leaves what a text area holds', (script, parts) => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const random = new Random(seed * 97 + script.length);
      const editor = editorWith('');
      const area = new TextArea();
      for (let step = 0; step < 120; step += 1) {
        const what = random.between(0, 11);
        if (what < 5) {
          const part = random.pick(parts);
          if (part === '\n' && random.next() < 0.5) editor.run('text.newParagraph');
          else editor.run('text.type', { text: part });
          area.replace(part);
        } else if (what < 7) {
          editor.run('text.delete.backward.character');
          area.backspace();
        } else if (what < 8) {
          editor.run('text.delete.forward.character');
          area.delete();
        } else if (what < 9) {
          // An input method: what it composes replaces itself until it is done.
          const composed = random.pick(parts).replace('\n', 'か');
          editor
            .run('text.compose', { text: 'k', isDone: false })
            .run('text.compose', { text: `${composed}n`, isDone: false });
          editor.run('text.compose', { text: composed, isDone: true });
          area.replace(composed);
        } else if (what < 10) {
          // Bold and italic parts have to make no difference.
          editor.run('text.style', {
            style: { fontWeight: random.pick([400, 700]), italic: random.next() < 0.5 },
          });
        } else {
          const edges = [
            0,
            ...[...clusters.segment(area.value)].map(({ index, segment }) => index + segment.length),
          ];
          const [a, b] = [random.pick(edges), random.next() < 0.5 ? random.pick(edges) : null];
          editor.run('text.select', { anchor: placeOf(editor, a), focus: placeOf(editor, b ?? a) });
          const { editing } = editedText(editor.state)!;
          const [start, end] = endsOf(editing).map((position) => indexIn(editor, position));
          [area.start, area.end] = [Math.min(a, b ?? a), Math.max(a, b ?? a)];
          // A line feed of one paragraph may be a cluster with a mark that follows it in the string.
          [area.start, area.end] = [start!, end!];
        }
        expect(textIn(editor)).toBe(area.value);
        const { editing } = editedText(editor.state)!;
        expect(endsOf(editing).map((position) => indexIn(editor, position))).toEqual([area.start, area.end]);
      }
    }
  });

  it('deletes an emoji sequence at once, and a mark before the letter that carries it', () => {
    const after = (text: string) => textIn(editorWith(text).run('text.delete.backward.character'));
    expect(after('a👨‍👩‍👧‍👦')).toBe('a');
    expect(after('a🇵🇪🇧🇷')).toBe('a🇵🇪');
    expect(after('a👍🏽')).toBe('a');
    expect(after('กำ')).toBe('ก');
    expect(after('e\u0301')).toBe('e');
    expect(after('葛\u{e0100}')).toBe('');
  });

  it('deletes by word, with the words of a language without spaces', () => {
    expect(textIn(editorWith('one two  ').run('text.delete.backward.word'))).toBe('one ');
    expect(
      textIn(editorWith('one\ntwo').run('text.delete.backward.word').run('text.delete.backward.word')),
    ).toBe('one');
    expect(textIn(editorWith('ภาษาไทย').run('text.delete.backward.word'))).toBe('ภาษา');
    const forward = editorWith('one, two').run('caret.move.textStart').run('text.delete.forward.word');
    expect(textIn(forward)).toBe(', two');
  });

  it('keeps a cancelled composition away and makes a finished one one step', () => {
    const editor = editorWith('東');
    for (const text of ['k', 'ky', 'きょ', '']) editor.run('text.compose', { text, isDone: text === '' });
    expect(textIn(editor)).toBe('東');
    const steps = editor.history.past.length;
    for (const text of ['k', 'きょう', '京']) editor.run('text.compose', { text, isDone: text === '京' });
    expect(textIn(editor)).toBe('東京');
    expect(editor.history.past.length).toBe(steps + (steps === 0 ? 1 : 0));
  });
});

describe('a variable in a text', () => {
  it('is inserted, stepped over and deleted as one', () => {
    const editor = editorWith('Dear ')
      .run('text.variable', { name: 'fullName' })
      .run('text.type', { text: '!' });
    expect(textIn(editor)).toBe('Dear {{fullName}}!');
    const focus = () => editor.state.editing!.focus.offset;
    editor.run('caret.move.left').run('caret.move.left');
    expect(focus()).toBe(5);
    editor.run('caret.move.right');
    expect(focus()).toBe(17);
    editor.run('text.select', { anchor: { paragraph: 0, offset: 9 }, focus: { paragraph: 0, offset: 9 } });
    expect(focus()).toBe(5);
    editor.run('text.delete.forward.character');
    expect(textIn(editor)).toBe('Dear !');
    editor.run('text.variable', { name: 'idNumber' }).run('text.delete.backward.character');
    expect(textIn(editor)).toBe('Dear !');
    editor.run('text.variable', { name: 'idNumber' }).run('text.delete.backward.word');
    expect(textIn(editor)).toBe('Dear !');
  });
});
