import { escapeHtml } from '@sello/kit';

/** Text that is markup already. */
export interface Html {
  html: string;
}

/** Fills `{name}` placeholders; values are escaped unless they are markup already. */
export function fillHtml(sentence: string, values: Record<string, string | Html>): string {
  return escapeHtml(sentence).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'string' ? escapeHtml(value) : value.html;
  });
}

export function fillText(sentence: string, values: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

const serif = "font-family:Newsreader,Georgia,'Times New Roman',serif";
const sans = "font-family:'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif";
const ink = '#1C1A17';
const mute = '#565148';
const line = '#DCD7CE';

/** User-supplied text, isolated so that its direction (bidi) and the text around it do not affect each other; wraps anywhere. */
export const name = (text: string): Html => ({
  html: `<bdi style="unicode-bidi:isolate;overflow-wrap:anywhere">${escapeHtml(text)}</bdi>`,
});

export const bold = (text: string): Html => ({
  html: `<b style="font-weight:600">${name(text).html}</b>`,
});

/** Characters that are read one by one, on one line. */
export const code = (text: string): Html => ({
  html: `<b style="font-family:'Courier New',Courier,monospace;font-size:20px;white-space:nowrap">${escapeHtml(text)}</b>`,
});

export function link(url: string, text: string, color = ink): Html {
  const style = `color:${color};text-decoration:underline;overflow-wrap:anywhere`;
  return { html: `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(text)}</a>` };
}

export interface LetterContent {
  language: string;
  title: string;
  issuer: string;
  logoUrl: string | undefined;
  heading: Html;
  sentence: Html;
  /** A picture as wide as the text, which leads to `to`. */
  picture?: { url: string; alt: string; to: string };
  button: { url: string; text: string };
  aside?: { url: string; text: string };
  facts: readonly { label: string; value: Html }[];
  footer: Html;
}

/** The letter's HTML for mail clients: tables, inline styles, 600 px, a light color scheme only. */
export function layOut(content: LetterContent): string {
  const rule = (height: number, color?: string) =>
    `<tr><td height="${height}" style="height:${height}px;padding:0;${color ? `background:${color};` : ''}font-size:0;line-height:0">&nbsp;</td></tr>`;
  const row = (padding: string, style: string, content: string) =>
    `<tr><td style="padding:${padding};${style}">${content}</td></tr>`;
  const table = (content: string, style = '', width = ' width="100%"') =>
    `<table role="presentation"${width} cellpadding="0" cellspacing="0" border="0"${style ? ` style="${style}"` : ''}>${content}</table>`;

  const logo = content.logoUrl
    ? `<td width="52" valign="middle"><img src="${escapeHtml(content.logoUrl)}" width="40" height="40" alt="" style="display:block;width:40px;height:40px;object-fit:contain"></td>`
    : '';
  const head = table(
    `<tr>${logo}<td valign="middle" style="${serif};font-size:20px;line-height:24px;padding-top:4px">${name(content.issuer).html}</td></tr>`,
  );
  const aside = content.aside
    ? `<td style="padding-left:16px;${sans};font-size:16px;line-height:20px">${link(content.aside.url, content.aside.text).html}</td>`
    : '';
  const button = table(
    `<tr><td style="background:${ink};border-radius:2px"><a href="${escapeHtml(content.button.url)}" style="display:inline-block;padding:14px 22px;${sans};font-size:16px;line-height:20px;font-weight:600;color:#FAF8F4;text-decoration:none">${escapeHtml(content.button.text)}</a></td>${aside}</tr>`,
    '',
    '',
  );
  const { picture: of } = content;
  const picture =
    of &&
    `<a href="${escapeHtml(of.to)}" style="display:block;text-decoration:none;color:${mute}"><img src="${escapeHtml(of.url)}" width="534" alt="${escapeHtml(of.alt)}" style="display:block;width:100%;max-width:534px;height:auto;border:1px solid ${line};${sans};font-size:14px;line-height:21px;color:${mute}"></a>`;
  const facts = content.facts.map(({ label, value }, index) => {
    const border = `border-bottom:1px solid ${index === content.facts.length - 1 ? ink : line}`;
    return `<tr><td width="132" valign="top" style="padding:9px 12px 9px 0;${border};${serif};font-style:italic;font-size:16px;line-height:22px;color:${mute}">${escapeHtml(label)}</td><td valign="top" style="padding:9px 0;${border};${sans};font-size:16px;line-height:22px;color:${ink}">${value.html}</td></tr>`;
  });
  const body = [
    rule(3, ink),
    rule(2),
    rule(1, ink),
    row('26px 32px 0', '', head),
    row(
      '30px 32px 0',
      `${serif};font-size:34px;line-height:38px;letter-spacing:-.6px`,
      `<h1 style="margin:0;font:inherit;letter-spacing:inherit">${content.heading.html}</h1>`,
    ),
    row('14px 32px 0', `${sans};font-size:17px;line-height:26px;color:${ink}`, content.sentence.html),
    ...(picture === undefined ? [] : [row('24px 32px 0', '', picture)]),
    row('26px 32px 0', '', button),
    row('30px 32px 0', '', table(facts.join(''), `border-collapse:collapse;border-top:1px solid ${ink}`)),
    row('18px 32px 34px', `${sans};font-size:14px;line-height:21px;color:${mute}`, content.footer.html),
  ];
  return `<!doctype html>
<html lang="${escapeHtml(content.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light only"><meta name="supported-color-schemes" content="light only"><title>${escapeHtml(content.title)}</title></head>
<body style="margin:0;padding:24px 0;background:#FAF8F4">
<table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;margin:0 auto;border-collapse:collapse;border:1px solid ${line};border-top:0;background:#FFFEFB;color:${ink}">
${body.join('\n')}
</table>
</body></html>
`;
}
