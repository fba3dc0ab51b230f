import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { qrSymbol } from '@sello/design';
import type { StampRow } from '../../src/index.ts';
import { logoBox, page, qrBox, type Subject, texts, textsOf, type VariableTexts } from './subject.ts';

/** Another renderer that makes the same certificate. */
export interface Rival {
  name: string;
  make(row: StampRow): Promise<Uint8Array>;
  close(): Promise<void>;
}

const { resolve } = createRequire(import.meta.url);
const fontFiles = {
  serif: resolve('@expo-google-fonts/newsreader/400Regular/Newsreader_400Regular.ttf'),
  sans: resolve('@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf'),
};

function textOf(content: (typeof texts)[number]['content'], varying: VariableTexts): string {
  return typeof content === 'string' ? content : varying[content.field];
}

/** The dark modules of the QR code as SVG path data, one unit per module. */
function qrPath(url: string): { path: string; size: number } {
  const symbol = qrSymbol(url, 'M');
  if (!symbol) throw new RangeError('the address is too long');
  let path = '';
  symbol.modules.forEach((dark, at) => {
    if (dark) path += `M${at % symbol.size} ${Math.floor(at / symbol.size)}h1v1h-1z`;
  });
  return { path, size: symbol.size };
}

/** pdf-lib, used as in its guide: load, embed, draw and save for each certificate. */
export async function pdfLib(subject: Subject): Promise<Rival> {
  const [{ PDFDocument, rgb }, { default: fontkit }] = await Promise.all([
    import('pdf-lib'),
    import('@pdf-lib/fontkit'),
  ]);
  const [serif, sans] = await Promise.all([readFile(fontFiles.serif), readFile(fontFiles.sans)]);
  return {
    name: 'pdf-lib',
    async make(row) {
      const document = await PDFDocument.create();
      document.registerFontkit(fontkit);
      const fonts = {
        serif: await document.embedFont(serif, { subset: true }),
        sans: await document.embedFont(sans, { subset: true }),
      };
      const background = await document.embedPng(subject.background);
      const logo = await document.embedPng(subject.logo);
      const sheet = document.addPage([page.width, page.height]);
      sheet.drawImage(background, { x: 0, y: 0, width: page.width, height: page.height });
      sheet.drawImage(logo, { ...logoBox, y: page.height - logoBox.y - logoBox.height });
      const varying = textsOf(row);
      for (const { x, baseline, size, font, content } of texts) {
        sheet.drawText(textOf(content, varying), { x, y: page.height - baseline, size, font: fonts[font] });
      }
      const { path, size } = qrPath(row.certificate.verifyUrl);
      sheet.drawSvgPath(path, {
        x: qrBox.x,
        y: page.height - qrBox.y,
        scale: qrBox.side / size,
        color: rgb(0, 0, 0),
      });
      return document.save();
    },
    async close() {},
  };
}

/** Chromium with one page kept open; only the texts and the QR code change between certificates. */
export async function chromium(subject: Subject, executablePath: string): Promise<Rival> {
  const { chromium: launcher } = await import('playwright-core');
  const [serif, sans] = await Promise.all([readFile(fontFiles.serif), readFile(fontFiles.sans)]);
  const browser = await launcher.launch({ executablePath });
  const tab = await browser.newPage();
  const data = (bytes: Buffer, type: string) => `data:${type};base64,${bytes.toString('base64')}`;
  const fields = texts
    .map(({ x, baseline, size, font, content }) => {
      const id = typeof content === 'string' ? '' : ` id="${content.field}"`;
      const style = `left:${x}pt;top:${baseline - size}pt;font:${size}pt/1 ${font}`;
      return `<div${id} style="${style}">${typeof content === 'string' ? content : ''}</div>`;
    })
    .join('');
  await tab.setContent(`<!doctype html><style>
    @page{size:${page.width}pt ${page.height}pt;margin:0} body{margin:0}
    @font-face{font-family:serif1;src:url(${data(serif, 'font/ttf')})}
    @font-face{font-family:sans1;src:url(${data(sans, 'font/ttf')})}
    div,img,svg{position:absolute;white-space:nowrap}</style>
    <img src="${data(subject.background, 'image/png')}" style="width:${page.width}pt;height:${page.height - 1}pt">
    <img src="${data(subject.logo, 'image/png')}" style="left:${logoBox.x}pt;top:${logoBox.y}pt;width:${logoBox.width}pt">
    <svg id="code" style="left:${qrBox.x}pt;top:${qrBox.y}pt;width:${qrBox.side}pt;height:${qrBox.side}pt"><path/></svg>
    ${fields.replaceAll('pt/1 serif', 'pt/1 serif1').replaceAll('pt/1 sans', 'pt/1 sans1')}`);
  await tab.evaluate('document.fonts.ready.then(() => undefined)');
  return {
    name: 'Chromium',
    async make(row) {
      const { path, size } = qrPath(row.certificate.verifyUrl);
      const varying = textsOf(row);
      const script = `(({ varying, path, size }) => {
        for (const [id, text] of Object.entries(varying)) document.getElementById(id).textContent = text;
        const code = document.getElementById('code');
        code.setAttribute('viewBox', '0 0 ' + size + ' ' + size);
        code.firstElementChild.setAttribute('d', path);
      })(${JSON.stringify({ varying, path, size })})`;
      await tab.evaluate(script);
      return tab.pdf({ preferCSSPageSize: true, printBackground: true });
    },
    close: () => browser.close(),
  };
}

/** The typst compiler in this process, with its caches kept between documents. */
export async function typst(subject: Subject): Promise<Rival> {
  const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler');
  const compiler = NodeCompiler.create({
    workspace: import.meta.dirname,
    fontArgs: [{ fontBlobs: [await readFile(fontFiles.serif), await readFile(fontFiles.sans)] }],
  });
  compiler.mapShadow(`${import.meta.dirname}/background.png`, subject.background);
  compiler.mapShadow(`${import.meta.dirname}/logo.png`, subject.logo);
  const at = (x: number, y: number) => `#place(top + left, dx: ${x}pt, dy: ${y}pt)`;
  const main = [
    '#import sys: inputs',
    `#set page(width: ${page.width}pt, height: ${page.height}pt, margin: 0pt, background: image("background.png", width: 100%, height: 100%, fit: "stretch"))`,
    '#set text(top-edge: "baseline")',
    `${at(logoBox.x, logoBox.y)}[#image("logo.png", width: ${logoBox.width}pt)]`,
    ...texts.map(({ x, baseline, size, font, content }) => {
      const family = font === 'serif' ? 'Newsreader' : 'Source Sans 3';
      const text = typeof content === 'string' ? content : `#inputs.at("${content.field}")`;
      return `${at(x, baseline)}[#text(font: "${family}", size: ${size}pt)[${text}]]`;
    }),
    `${at(qrBox.x, qrBox.y)}[#image(bytes(inputs.at("code")), format: "svg", width: ${qrBox.side}pt)]`,
  ].join('\n');
  let made = 0;
  return {
    name: 'typst',
    async make(row) {
      const { path, size } = qrPath(row.certificate.verifyUrl);
      const code = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`;
      const pdf = compiler.pdf({ mainFileContent: main, inputs: { ...textsOf(row), code } });
      made += 1;
      // As its guide advises, so that memory does not grow during a long run.
      if (made % 50 === 0) compiler.evictCache(30);
      return pdf;
    },
    async close() {},
  };
}
