import { type Html, html } from '../pages/html.ts';
import { layout } from '../pages/layout.ts';
import type { Mail } from './mailbox.ts';
import { lostDomain, refusals } from './smtp.ts';

const bytes = (size: number): string =>
  size < 1_000
    ? `${size} B`
    : size < 1_000_000
      ? `${Math.round(size / 1_000)} KB`
      : `${(size / 1_000_000).toFixed(1)} MB`;

const when = (moment: string): Html =>
  html`<time datetime="${moment}">${moment.slice(0, 19).replace('T', ' ')}</time>`;

/** Shows times in the browser's time zone and locale. */
const CLOCK = html`<script>
for (const t of document.querySelectorAll('time'))
  t.textContent = new Date(t.dateTime).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
</script>`;

/** Reloads the page when a mail arrives. */
const LIVE = html`${CLOCK}<script>new EventSource('/api/events').onmessage = () => location.reload();</script>`;

export function listPage(mails: Mail[], total: number, notice: string | null): string {
  const rows = mails.map(
    (mail) => html`<tr><td><a href="/mails/${mail.id}">${mail.subject || '(no subject)'}</a></td>
      <td>${mail.to.join(', ')}</td><td class="num">${mail.attachments.map((file) => file.name).join(', ')}</td>
      <td class="when num end">${when(mail.receivedAt)}</td></tr>`,
  );
  const refused = Object.entries(refusals).map(([domain, { code }]) => `${domain} (${code})`);
  const body = html`<div class="row" style="margin-bottom: var(--s5)"><h1>Inbox</h1>
    <p class="mute push num">${total === 0 ? '' : `${total} ${total === 1 ? 'mail' : 'mails'}${mails.length < total ? `, the last ${mails.length} shown` : ''}`}</p></div>
    ${notice === null ? null : html`<p class="mute" style="margin-bottom: var(--s4)">${notice}</p>`}
    ${
      total === 0
        ? html`<div class="empty"><p>No mail yet. Whatever Sello sends on this machine arrives here and nowhere else.</p></div>`
        : html`<table class="table mails"><thead><tr><th>Subject</th><th>To</th><th>Attached</th><th class="end">Received</th></tr></thead><tbody>${rows}</tbody></table>`
    }
    <p class="hint">Mail to these domains is refused, to see how Sello takes it: ${refused.join(', ')}.
      The first mail to each address at ${lostDomain} arrives, and its reply is lost.</p>`;
  return layout({ title: 'Inbox', body, script: LIVE });
}

export function mailPage(mail: Mail): string {
  const files = mail.attachments.map(
    (file, index) =>
      html`<li><a href="/api/mails/${mail.id}/attachments/${index}">${file.name}</a> <span class="mute">${bytes(file.size)}</span></li>`,
  );
  const body = html`<p><a href="/">All mails</a></p>
    <h1 style="margin-top: var(--s3)">${mail.subject || '(no subject)'}</h1>
    <dl class="meta"><dt>From</dt><dd>${mail.fromLine || mail.from}</dd><dt>To</dt><dd>${mail.toLine || mail.to.join(', ')}</dd>
      <dt>Received</dt><dd class="num">${when(mail.receivedAt)}</dd>
      ${files.length === 0 ? null : html`<dt>Attached</dt><dd><ul>${files}</ul></dd>`}
      <dt>As sent</dt><dd><a href="/api/mails/${mail.id}/raw">${bytes(mail.size)} source</a></dd></dl>
    ${
      mail.html === null
        ? html`<pre class="text">${mail.text}</pre>`
        : html`<iframe class="letter" title="The mail as its reader sees it" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mails/${mail.id}/html"></iframe>
          <details style="margin-top: var(--s5)"><summary>The same as plain text</summary><pre class="text">${mail.text}</pre></details>`
    }`;
  return layout({ title: mail.subject || 'Mail', body, script: CLOCK });
}

/** The mail's HTML, with links that open in a new tab instead of its frame. */
export function withBlankTargets(markup: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(markup) ? markup.replace(/<head[^>]*>/i, `$&${base}`) : `${base}${markup}`;
}
