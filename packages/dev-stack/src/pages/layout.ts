import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Html, html } from './html.ts';

/** The style sheets of the web application, which these pages share. */
const WEB = join(import.meta.dirname, '../../../../web/src');

/** The first one defines the order of the cascade layers. */
const SHEETS = [
  ...['layers', 'tokens', 'reset', 'base'].map((name) => `styles/${name}.css`),
  ...['button', 'field', 'table', 'facts'].map((name) => `ui/${name}/${name}.css`),
  ...['brand', 'header', 'tenant-switch'].map((name) => `app/header/${name}.css`),
];

const OWN = `@layer screens {
main { padding-block: var(--s7) var(--s8); }
.cols { display: grid; grid-template-columns: minmax(0, 4fr) minmax(0, 8fr); gap: var(--s7); align-items: start; }
.cols > header h1 { margin-bottom: var(--s3); } .cols > header p { max-width: 38ch; color: var(--ink-2); }
.choices { border-top: var(--rule) solid var(--ink); border-bottom: var(--rule) solid var(--ink); }
.choices li + li { border-top: var(--hair) solid var(--line); }
.choices button { width: 100%; display: grid; grid-template-columns: 34px 1fr auto; gap: 2px var(--s4); align-items: center; padding: var(--s4) var(--s2); background: none; border: 0; font: inherit; color: inherit; text-align: left; cursor: pointer; }
.choices button:hover { background: var(--well); }
.choices .mono-init { width: 34px; height: 34px; font-size: 18px; grid-row: 1 / 3; }
.choices b { font: 440 var(--t-1)/1.2 var(--serif); } .choices .role { grid-row: 1 / 3; grid-column: 3; }
.choices .at { color: var(--ink-2); font-size: var(--t-s); grid-column: 2; overflow-wrap: anywhere; }
.other { display: flex; gap: var(--s4); align-items: end; margin-top: var(--s6); } .other .field { flex: 1; } .other .narrow { flex: 0 0 100px; } .mails ~ .hint, .empty ~ .hint { margin-top: var(--s4); }
.mails td { vertical-align: middle; } .mails a { text-decoration: none; font-weight: 600; } .mails td.when { white-space: nowrap; color: var(--ink-2); }
.mails tr.is-new td { background: var(--accent-wash); }
.letter { width: 100%; height: 76vh; border: var(--hair) solid var(--line); background: #fff; margin-top: var(--s5); }
.meta { display: grid; grid-template-columns: max-content 1fr; gap: var(--s2) var(--s5); border-top: var(--rule) solid var(--ink); border-bottom: var(--rule) solid var(--ink); padding-block: var(--s4); margin-top: var(--s5); }
.meta dt { font: italic 400 16px/1.4 var(--serif); color: var(--ink-2); } .meta dd { overflow-wrap: anywhere; }
pre.text { white-space: pre-wrap; overflow-wrap: anywhere; font: 400 14px/1.6 ui-monospace, monospace; margin: var(--s5) 0 0; }
.empty { border-top: var(--rule) solid var(--ink); padding-top: var(--s5); max-width: var(--measure); color: var(--ink-2); }
@media (max-width: 768px) {
  .head .who { display: flex; } main { padding-block: var(--s5) var(--s7); } .cols { grid-template-columns: minmax(0, 1fr); gap: var(--s5); }
  .choices .role { grid-row: 3; grid-column: 2; } .table.mails .end { text-align: left; } .other .narrow { flex: none; } .other { flex-direction: column; align-items: stretch; }
  .mails thead { display: none; } .mails tr { display: block; padding: var(--s3) 0; border-bottom: var(--hair) solid var(--line); } .mails td { display: block; height: auto; border: 0 !important; padding: 1px 0 !important; }
}
}
`;

export interface Asset {
  type: string;
  body: Buffer | string;
}

/** The style sheet, fonts and logo of the pages, by path below `/look/`; null for other paths. */
export async function lookAsset(name: string): Promise<Asset | null> {
  if (name === 'sello.css') {
    const sheets = await Promise.all(SHEETS.map((sheet) => readFile(join(WEB, sheet), 'utf8')));
    const css = sheets.join('\n').replace(/url\((["']?)[^)"']*?fonts\//g, 'url($1fonts/');
    return { type: 'text/css; charset=utf-8', body: css + OWN };
  }
  const font = /^fonts\/([a-z0-9-]+\.woff2)$/.exec(name)?.[1];
  if (font) return read(join(WEB, 'fonts', font), 'font/woff2');
  if (name === 'seal.svg') return read(join(WEB, 'seal.svg'), 'image/svg+xml');
  return null;
}

async function read(file: string, type: string): Promise<Asset | null> {
  const body = await readFile(file).catch(() => null);
  return body === null ? null : { type, body };
}

/** A complete page in the product's design. */
export function layout(page: {
  title: string;
  /** Whether the logo links to this server's start page. */
  hasHome?: boolean;
  corner?: Html;
  body: Html;
  script?: Html;
}): string {
  const mark = html`<img src="/look/seal.svg" alt="" width="30" height="30"><b>Sello</b>`;
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Sello</title>
<link rel="icon" href="/look/seal.svg">
<link rel="stylesheet" href="/look/sello.css">
<header class="head head--page">
  <div>${page.hasHome === false ? html`<span class="brand">${mark}</span>` : html`<a class="brand" href="/">${mark}</a>`}</div>
  <div class="who">${page.corner}</div>
</header>
<main class="wrap">${page.body}</main>
${page.script}
</html>
`.text;
}
