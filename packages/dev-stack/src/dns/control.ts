import { z } from 'zod';
import { html } from '../pages/html.ts';
import { layout } from '../pages/layout.ts';
import { type Handler, HttpProblem, readBody, sendJson, sendPage } from '../pages/server.ts';
import { recordTypes, type Zone } from './zone.ts';

const change = z.object({
  name: z.string().trim().min(1).max(253),
  type: z.enum([...recordTypes, 'FAILURE']),
  values: z.array(z.string().trim().min(1).max(4000)).max(20),
});

/**
 * HTTP API of the test name server: `GET /api/records`, `PUT /api/records {name, type, values}` (no values removes;
 * type FAILURE makes queries of the name fail), `DELETE /api/records` for all; and a page to do the same by hand.
 */
export function dnsHandler(zone: Zone): Handler {
  return async (request, response, url) => {
    if (url.pathname === '/' && request.method === 'GET') return sendPage(response, zonePage(zone));
    if (url.pathname === '/' && request.method === 'POST') {
      const form = new URLSearchParams(await readBody(request));
      const value = form.get('value')?.trim();
      const { name, type, values } = read({
        name: form.get('name'),
        type: form.get('type'),
        values: value ? [value] : [],
      });
      await zone.set(name, type, values);
      response.writeHead(303, { location: '/' });
      return void response.end();
    }
    if (url.pathname !== '/api/records') throw new HttpProblem(404, 'Not found');
    if (request.method === 'PUT') {
      const { name, type, values } = read(parse(await readBody(request)));
      await zone.set(name, type, values);
    } else if (request.method === 'DELETE') {
      await zone.clear();
    } else if (request.method !== 'GET') {
      throw new HttpProblem(405, 'Method Not Allowed');
    }
    sendJson(response, { items: zone.list() });
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpProblem(400, 'Invalid payload');
  }
}

function read(value: unknown): z.output<typeof change> {
  const result = change.safeParse(value);
  if (!result.success) throw new HttpProblem(400, z.prettifyError(result.error));
  return result.data;
}

function zonePage(zone: Zone): string {
  const rows = zone.list().flatMap(({ name, type, values }) =>
    (values.length === 0 ? [''] : values).map(
      (
        value,
      ) => html`<tr><td class="name">${name}</td><td>${type}</td><td style="overflow-wrap:anywhere">${value}</td>
        <td class="end"><form method="post"><input type="hidden" name="name" value="${name}"><input type="hidden" name="type" value="${type}"><button class="link">Remove</button></form></td></tr>`,
    ),
  );
  const types = ['TXT', ...recordTypes.filter((type) => type !== 'TXT')].map(
    (type) => html`<option>${type}</option>`,
  );
  const body = html`<h1>Name server</h1>
    <p class="mute" style="max-width: var(--measure); margin: var(--s3) 0 var(--s5)">Domain checks on this machine ask this name server and no other. Enter here what you would enter at your DNS provider.</p>
    ${rows.length === 0 ? html`<div class="empty"><p>No records yet: every name is unknown.</p></div>` : html`<table class="table mails"><thead><tr><th>Name</th><th>Type</th><th>Value</th><th></th></tr></thead><tbody>${rows}</tbody></table>`}
    <form class="other" method="post"><label class="field"><span class="label">Name</span><input class="input" name="name" required placeholder="_sello-challenge.school.example"></label>
      <label class="field narrow"><span class="label">Type</span><select class="select" name="type">${types}</select></label>
      <label class="field"><span class="label">Value</span><input class="input" name="value" required></label><button class="btn btn--line">Set</button></form>`;
  return layout({ title: 'Name server', body });
}
