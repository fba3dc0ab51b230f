import { describe, expect, it } from 'vitest';
import { type HtmlNode, paragraphsFromHtml } from '../index.ts';
import { buildDesign, buildText, Editor } from '../model.fixture.ts';
import { colorOf } from './css.ts';

import { htmlOf } from './to-html.ts';

interface Built extends HtmlNode {
  childNodes: Built[];
}

const empty = /^(?:br|hr|meta|img)$/;
const entities: Readonly<Record<string, string>> = { nbsp: '\u00a0', amp: '&', lt: '<', gt: '>', quot: '"' };
const decoded = (text: string): string =>
  text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);

/** Parses well-formed HTML into the part of the DOM that is read. */
function parseHtml(html: string): HtmlNode {
  const element = (nodeName: string, attributes = ''): Built => ({
    ...{ nodeType: 1, nodeName: nodeName.toUpperCase(), nodeValue: null, childNodes: [] },
    getAttribute: (name) => {
      const [, , double, single, bare] =
        new RegExp(`(^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|(\\S+))`).exec(attributes) ?? [];
      const value = double ?? single ?? bare;
      return value === undefined ? null : decoded(value);
    },
  });
  const open = [element('body')];
  for (const [token, close, name, attributes, text] of html.matchAll(
    /<!--[\s\S]*?-->|<(\/)?([\w:]+)((?:"[^"]*"|'[^']*'|[^>"'])*)>|([^<]+)/g,
  )) {
    const top = open.at(-1)!;
    if (text !== undefined) {
      top.childNodes.push({ nodeType: 3, nodeName: '#text', nodeValue: decoded(text), childNodes: [] });
    } else if (token.startsWith('<!--')) {
      top.childNodes.push({ nodeType: 8, nodeName: '#comment', nodeValue: token, childNodes: [] });
    } else if (close) open.pop();
    else {
      const child = element(name!, attributes);
      top.childNodes.push(child);
      if (!empty.test(name!)) open.push(child);
    }
  }
  return open[0]!;
}

const known = (family: string) =>
  ['Newsreader', 'Source Sans 3'].find((one) => one.toLowerCase() === family.toLowerCase());
const read = (html: string) => paragraphsFromHtml(parseHtml(html), known);

describe('pasted HTML', () => {
  it('of Word becomes runs: its markup is left out, its styles are kept', () => {
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Word 15">
      <style>p.MsoNormal {margin:0cm}</style></head><body lang=ES><!--StartFragment-->
      <p class=MsoNormal align=center style='text-align:center'><b><span style='font-size:14.0pt;font-family:"Newsreader",serif;color:#C00000'>Diploma<o:p></o:p></span></b></p>
      <p class=MsoNormal><span lang=ES style='mso-ansi-language:ES'>de   <i>Farmacia</i> y <u>ética</u>,
      <s>no</s><span style='mso-spacerun:yes'>&nbsp; </span><span style='color:windowtext;font-family:Calibri'>fin</span></span></p>
      <!--EndFragment--></body></html>`;
    expect(read(html)).toEqual([
      {
        align: 'center',
        runs: [{ text: 'Diploma', fontWeight: 700, fontSize: 14, fontFamily: 'Newsreader', fill: '#c00000' }],
      },
      {
        runs: [
          { text: 'de ' },
          { text: 'Farmacia', italic: true },
          { text: ' y ' },
          { text: 'ética', underline: true },
          { text: ', ' },
          { text: 'no', lineThrough: true },
          { text: '\u00a0 fin' },
        ],
      },
    ]);
  });

  it('of Google Docs is not bold as its wrapper says', () => {
    const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="rtl" style="line-height:1.38"><span style="font-size:11pt;font-family:Arial,'Source Sans 3',sans-serif;color:#000000;font-weight:700;font-style:italic;text-decoration:underline;white-space:pre-wrap;">שלום  עולם</span></p><ul><li><p><span>one</span></p></li></ul></b>`;
    expect(read(html)).toMatchObject([
      {
        direction: 'rtl',
        runs: [
          {
            text: 'שלום  עולם',
            fontWeight: 700,
            italic: true,
            underline: true,
            fontSize: 11,
            fontFamily: 'Source Sans 3',
          },
        ],
      },
      { runs: [{ text: '•\u00a0', fontWeight: 400 }] },
      { runs: [{ text: 'one', fontWeight: 400 }] },
    ]);
  });

  it('keeps line breaks, tables as lines, and leaves scripts and hidden parts out', () => {
    expect(read('one<br>two<div>three</div><script>alert(1)</script><p style="display:none">x</p>')).toEqual([
      { runs: [{ text: 'one\ntwo' }] },
      { runs: [{ text: 'three' }] },
    ]);
    expect(read('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>')).toMatchObject([
      { runs: [{ text: 'a b' }] },
      { runs: [{ text: 'c' }] },
    ]);
    expect(read('<p> </p><img src=x>')).toBeNull();
  });

  it('of any depth and length ends within bounds', () => {
    const deep = `${'<div>'.repeat(5_000)}x${'</div>'.repeat(5_000)}`;
    expect(read(deep)).toBeNull();
    const long = read('<p>word</p>'.repeat(30_000))!;
    expect(long.length).toBeLessThan(2_000);
    const editor = new Editor(buildDesign([buildText('t', '')]), ['t']).run('text.edit');
    expect(editor.try('text.paste', { paragraphs: long })).toMatchObject({
      ok: false,
      refusal: { key: 'editor.limits.paragraphs' },
    });
  });

  it('is joined with the text around it', () => {
    const editor = new Editor(buildDesign([buildText('t', 'ab')]), ['t']).run('text.edit', {
      at: { paragraph: 0, offset: 1 },
    });
    editor.run('text.paste', { paragraphs: read('<p><b>x</b></p><p>y</p>')! });
    expect(editor.element('t').paragraphs).toEqual([
      { runs: [{ text: 'a' }, { text: 'x', fontWeight: 700 }] },
      { runs: [{ text: 'yb' }] },
    ]);
    editor.run('text.paste', { text: 'one\r\ntwo\u0000\tthree' });
    expect(editor.element('t').paragraphs).toMatchObject([
      {},
      { runs: [{ text: 'yone' }] },
      { runs: [{ text: 'two threeb' }] },
    ]);
  });
});

describe('copied text', () => {
  it('is plain text, and HTML that comes back as it was', () => {
    const paragraphs = [
      {
        align: 'center' as const,
        runs: [
          { text: 'A <b> & ', italic: true },
          { text: 'x\ny', fontWeight: 700, fill: '#c00000' },
        ],
      },
      { runs: [{ text: 'zwei  drei' }] },
    ];
    const editor = new Editor(buildDesign([buildText('t', '', { paragraphs })]), ['t']).run('text.edit');
    const result = editor.try('copy');
    const copied = result.ok ? result.copied! : null;
    expect(copied).toMatchObject({ elements: null, text: 'A <b> & x\ny\nzwei  drei' });
    const back = read(copied!.html)!;
    expect(back.map(({ runs }) => runs.map(({ text }) => text))).toEqual([
      ['A <b> & ', 'x\ny'],
      ['zwei  drei'],
    ]);
    expect(back[0]).toMatchObject({
      align: 'center',
      runs: [{ italic: true }, { fontWeight: 700, fill: '#c00000' }],
    });
    expect(htmlOf([], {} as never)).toBe('');
  });
});

describe('a CSS colour', () => {
  it.each([
    ['#abc', '#aabbcc', 1],
    ['#AABBCC80', '#aabbcc', 0.5],
    ['rgb(255, 0, 10)', '#ff000a', 1],
    ['rgba(255 0 0 / 50%)', '#ff0000', 0.5],
    ['Navy', '#000080', 1],
  ])('%s is read', (text, color, opacity) => {
    expect(colorOf(text)).toEqual({ color, opacity: expect.closeTo(opacity, 2) });
  });

  it.each(['windowtext', '#ab', 'rgb(1,2)', 'rgb(a,b,c)', 'constructor', ''])('%s is none', (text) => {
    expect(colorOf(text)).toBeNull();
  });
});
