import type { ServerResponse } from 'node:http';
import { type Handler, HttpProblem, sendJson, sendPage } from '../pages/server.ts';
import type { Mailbox } from './mailbox.ts';
import { listPage, mailPage, withBlankTargets } from './pages.ts';

const SHOWN = 200;

/**
 * Content security policy of a displayed mail: it runs no scripts and loads nothing but images, inline styles and
 * fonts.
 */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src * data:; style-src 'unsafe-inline'; font-src *";

/**
 * The inbox over HTTP.
 * `GET /api/mails?to=&after=&limit=` newest first, `GET /api/mails/{id}`, `…/raw`, `…/attachments/{n}`,
 * `DELETE /api/mails`, `GET /api/events` (a server-sent event with the id of each new mail), and pages for people.
 */
export function inboxHandler(box: Mailbox, notice: string | null): Handler {
  return async (request, response, url) => {
    const path = url.pathname.split('/').filter(Boolean);
    if (request.method === 'DELETE' && url.pathname === '/api/mails') {
      await box.clear();
      return sendJson(response, { success: true });
    }
    if (request.method !== 'GET') throw new HttpProblem(405, 'Method Not Allowed');
    if (path.length === 0)
      return sendPage(response, listPage(await box.list({ limit: SHOWN }), box.total, notice));
    if (url.pathname === '/api/events') return follow(box, response);
    if (url.pathname === '/api/mails') {
      const { to, after, limit } = Object.fromEntries(url.searchParams);
      const items = await box.list({
        ...(to ? { to } : {}),
        ...(after ? { after } : {}),
        ...(limit ? { limit: Number(limit) } : {}),
      });
      return sendJson(response, { items, total: box.total });
    }
    const [first, ...rest] = path[0] === 'api' ? path.slice(1) : path;
    const mail = first === 'mails' && rest[0] ? await box.get(rest[0]) : null;
    if (mail === null) throw new HttpProblem(404, 'Not found');
    if (path[0] === 'mails') {
      if (rest.length === 1) return sendPage(response, mailPage(mail));
      if (rest[1] === 'html' && mail.html !== null) {
        response.setHeader('content-security-policy', MAIL_POLICY);
        return sendPage(response, withBlankTargets(mail.html));
      }
      throw new HttpProblem(404, 'Not found');
    }
    if (rest.length === 1) return sendJson(response, mail);
    if (rest[1] === 'raw') {
      return sendFile(response, `${mail.id}.eml`, 'message/rfc822', (await box.raw(mail.id))!);
    }
    const file = rest[1] === 'attachments' ? await box.attachment(mail.id, Number(rest[2])) : null;
    if (file === null) throw new HttpProblem(404, 'Not found');
    sendFile(response, file.name, file.type, file.bytes);
  };
}

function sendFile(response: ServerResponse, name: string, type: string, body: Buffer): void {
  response.writeHead(200, {
    'content-type': type,
    'content-length': body.length,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}

function follow(box: Mailbox, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(':\n\n');
  const stop = box.watch((id) => response.write(`data: ${id}\n\n`));
  response.on('close', stop);
}
