import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EditorPage, elementsOf, patience, wordsOf } from './editor-page.ts';
import type { EditorStand } from './stand.ts';
import { isWhole, someOf } from './whole.ts';

interface Hand {
  type(text: string): Promise<void>;
  press(...keys: string[]): Promise<void>;
  /** Input methods. */
  cdp: CDPSession;
}

const actions: Record<string, (hand: Hand) => Promise<void>> = {
  'Latin, with words deleted': async ({ type, press }) => {
    await type('Se certifica que la alumna asistió');
    await press('Control+Backspace', 'Control+Backspace');
    await type('señora Ñandú');
    await press('Home', 'Control+Delete', 'End', 'Backspace', 'Enter');
    await type('línea');
  },
  'a selection by keys that is typed over': async ({ type, press }) => {
    await type('one two three');
    await press(
      'Shift+ArrowLeft',
      'Shift+ArrowLeft',
      'Shift+ArrowLeft',
      'Shift+ArrowLeft',
      'Shift+ArrowLeft',
    );
    await type('four');
    await press('ArrowLeft', 'ArrowLeft', 'Shift+Home');
    await type('X');
    await press('Delete');
  },
  Arabic: async ({ type, press }) => {
    await type('شهادة تقدير');
    await press('Backspace', 'ArrowRight', 'ArrowRight');
    await type('ل');
    await press('Delete', 'Home', 'Delete');
  },
  Hebrew: async ({ type, press }) => {
    await type('תעודת הצטיינות');
    await press('ArrowRight', 'Shift+ArrowRight', 'Backspace', 'Control+Backspace');
    await type('גמר');
  },
  Thai: async ({ type, press }) => {
    await type('ประกาศนียบัตรนี้');
    await press('Backspace', 'ArrowLeft', 'Delete', 'Home', 'ArrowRight');
    await type('ที่');
  },
  'sequences of emoji': async ({ type, press }) => {
    await type('👩‍🎓🇵🇪👍🏽é1️⃣');
    await press('Backspace', 'Backspace', 'ArrowLeft', 'Backspace', 'Home', 'Delete');
    await type('🎖️');
  },
  'Japanese by an input method': async ({ cdp, type, press }) => {
    const compose = (text: string) =>
      cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await type('第');
    for (const text of ['し', 'しゅ', 'しゅう', 'しゅうり', '修了']) await compose(text);
    await cdp.send('Input.insertText', { text: '修了' });
    for (const text of ['し', 'しょ', '証']) await compose(text);
    await cdp.send('Input.insertText', { text: '証書' });
    await press('Backspace');
  },
};

/** Typing into a text on the page, beside a plain text area. */
export function typing(stand: () => EditorStand): void {
  describe('a text that is edited in place', () => {
    let editor: EditorPage;
    let plain: EditorPage;
    beforeAll(async () => {
      editor = await stand().openAgain('designer');
      await editor.openEmpty();
      plain = await stand().tab(await editor.page.context().browser()!.newContext());
      // A secure origin, which may write to the clipboard.
      const word = 'https://word.example/';
      await plain.page.route(word, (route) => route.fulfill({ contentType: 'text/html', body: plainPage }));
      await plain.page.goto(word);
      await plain.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    });
    afterAll(async () => {
      await editor?.page.close();
      await plain?.page.context().close();
    });

    const handOf = async ({ page }: EditorPage): Promise<Hand> => ({
      type: (text) => page.keyboard.type(text),
      press: async (...keys) => {
        for (const key of keys) await page.keyboard.press(key);
      },
      cdp: await page.context().newCDPSession(page),
    });

    const words = async () => wordsOf(elementsOf((await stand().stored(editor.id))!).at(-1)!);

    it.each(someOf(actions, 'Latin, with words deleted', 'Arabic', 'Japanese by an input method'))(
      'holds what a plain text area holds: %s',
      async (_, act) => {
        const area = plain.page.locator('textarea');
        await area.fill('');
        await area.focus();
        await act(await handOf(plain));
        await editor.writeText('');
        await act(await handOf(editor));
        await expect.poll(words, patience).toBe(await area.inputValue());
        await editor.press('Escape', 'Escape');
      },
    );

    it('a box grows with the paragraph that is typed into a new text, and undo takes both back', async () => {
      const newest = async () => elementsOf((await stand().stored(editor.id))!).at(-1)!;
      await editor.press('t');
      await editor.page.locator('.text-input:focus').waitFor();
      await expect.poll(words, patience).toBe('Text that says what for');
      const added = await newest();
      await editor.page.keyboard.insertText('Awarded for the whole of the course. '.repeat(12));
      await expect.poll(words, patience).toMatch(/^Awarded/);
      const typed = await newest();
      expect(typed).toMatchObject({ x: added.x, y: added.y, width: added.width, fontSize: 13, fit: 'wrap' });
      expect(typed.height).toBeGreaterThan(added.height * 1.5);
      await editor.press('Control+z');
      await expect.poll(newest, patience).toEqual(added);
      await editor.press('Escape', 'Escape');
    });

    if (isWhole) {
      it('holds what a plain text area holds: words selected with the mouse', async () => {
        const area = plain.page.locator('textarea');
        await area.fill('Primera segunda');
        await area.dblclick({ position: { x: 12, y: 10 } });
        await plain.page.keyboard.type('Única');
        await editor.writeText('Primera segunda');
        await expect.poll(words, patience).toBe('Primera segunda');
        const { x, y, height } = elementsOf((await stand().stored(editor.id))!).at(-1)!;
        const point = editor.at([x + 12, y + height / 2]);
        await editor.page.mouse.dblclick(point.x, point.y);
        await editor.page.keyboard.type('Única');
        await expect.poll(words, patience).toBe(await area.inputValue());
        expect(await words()).toBe('Única segunda');
        await editor.press('Escape', 'Escape');
      });
    }

    it('takes what Word copied as styled runs, with the words of a plain text area', async () => {
      await plain.page.evaluate(`navigator.clipboard.write([new ClipboardItem(${asBlobs(fromWord)})])`);
      const area = plain.page.locator('textarea');
      await area.fill('');
      await area.focus();
      await plain.page.keyboard.press('Control+v');
      await editor.writeText('');
      await editor.press('Control+v');
      await expect.poll(words, patience).toBe('With honours in music\nLima');
      expect(await area.inputValue()).toBe(await words());
      const text = elementsOf((await stand().stored(editor.id))!).at(-1)!;
      const runs = text.type === 'text' ? text.paragraphs[0]!.runs : [];
      expect(runs).toMatchObject([
        { text: 'With ' },
        { text: 'honours', fontWeight: 700 },
        { text: ' in ' },
        { text: 'music', italic: true },
      ]);
      await editor.press('Escape', 'Escape');
    });
  });
}

const plainPage = `<!doctype html><meta charset="utf-8">
<textarea dir="auto" style="width: 900px; font-size: 12px"></textarea>`;

const fromWord = {
  'text/plain': 'With honours in music\nLima',
  'text/html': `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin: 0cm}</style></head>
<body lang=ES><!--StartFragment--><p class=MsoNormal>With <b>honours</b> in <i style='mso-bidi-font-style:normal'>music</i><o:p></o:p></p>
<p class=MsoNormal>Lima<o:p></o:p></p><!--EndFragment--></body></html>`,
};
const asBlobs = (data: Record<string, string>): string =>
  `{${Object.entries(data).map(([type, text]) => `'${type}': new Blob([${JSON.stringify(text)}], { type: '${type}' })`)}}`;
