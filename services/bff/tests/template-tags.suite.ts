import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TagsReply, templatesApi } from '@sello/contracts';
import { type ApiClient, signIn } from '@sello/dev-stack';
import { createLogger } from '@sello/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generous } from '../../../tests/patience.ts';
import { createAiTags } from '../src/tags/ai-tags.ts';
import type { TestStack } from './stack.ts';

interface Sent {
  path: string;
  headers: IncomingMessage['headers'];
  text: string;
  body: { model: string; messages: { role: string; content: unknown }[]; response_format?: object };
}

/** A server of the chat completions protocol, which answers as the test says. */
interface Endpoint {
  url: string;
  sent: Sent[];
  answer: (response: ServerResponse, sent: Sent) => void;
}

const key = 'sk-secret-of-the-operator';
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
const content = (text: string) => ({ id: 'x', choices: [{ index: 0, message: { content: text } }] });
const says = (text: string) => (response: ServerResponse) => json(response, 200, content(text));
const status = (code: number, headers: Record<string, string> = {}) => {
  return (response: ServerResponse) => void response.writeHead(code, headers).end('{"error":{}}');
};

export function describeTemplateTags(
  context: () => { stack: TestStack; ana: ApiClient; root: ApiClient; tenant: string },
): void {
  const endpoint: Endpoint = { url: '', sent: [], answer: says('') };
  const logged: string[] = [];
  let server: Server;
  let asked: ApiClient;

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      const body = text === '' ? {} : JSON.parse(text);
      const sent: Sent = { path: request.url!, headers: request.headers, text, body };
      endpoint.sent.push(sent);
      endpoint.answer(response, sent);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { stack } = context();
    const destination = { write: (line: string) => void logged.push(line) };
    const { app } = await stack.startBff(
      { AI_URL: `${endpoint.url}/v1/`, AI_KEY: key, AI_MODEL: 'small-model' },
      {
        aiTimeoutMs: generous,
        rateFactor: 100,
        log: createLogger({ service: 'bff', level: 'debug', destination }),
      },
    );
    asked = await signIn({ app, issuer: stack.backings.issuer }, { email: 'ana@example.org' });
  });
  afterAll(() => {
    server?.closeAllConnections();
    server?.close();
  });
  beforeEach(() => {
    endpoint.sent.length = 0;
  });

  const texts = [
    'Certificate of attendance',
    'Dear {{student.fullName}}, {{ custom.dni }}',
    'Beekeeping for beginners',
  ];
  type Body = Parameters<(typeof templatesApi.calls)['catalog-generate-tags']['body']['parse']>[0];
  const suggest = (body: object = {}, as = asked, tenant: string | undefined = context().tenant) =>
    as.call(templatesApi, 'catalog-generate-tags', {
      ...(tenant !== '' && { tenant }),
      body: { texts, language: 'en', ...body } as Body as never,
    }) as Promise<TagsReply>;
  const keywords = ['attendance', 'beekeeping', 'beginners', 'dear'];

  describe('tags that are suggested', () => {
    it('without an AI are keywords, and the reply says so', async () => {
      const { ana, root } = context();
      const reply = await suggest({}, ana);
      expect(reply).toEqual({ tags: expect.arrayContaining(keywords), method: 'keywords', reason: 'absent' });
      // A tag of the catalog comes first.
      expect(reply.tags[0]).toBe('attendance');
      expect(await suggest({}, root, '')).toEqual(reply);
      expect(await suggest({ texts: [' '] }, ana)).toEqual({ tags: [], method: 'keywords' });
    });

    it('come from the AI, which gets the text with the names of variables, the thumbnail, and nothing else', async () => {
      endpoint.answer = says('{"tags":["Bees","#courses","2024","bees","apiculture  basics"]}');
      const existing = ['Course', 'a tag of the organization'];
      const reply = await suggest({ existing, thumbnail: pixel });
      expect(reply).toEqual({ tags: ['bees', 'Course', 'apiculture basics'], method: 'ai' });
      const [{ path, headers, text, body }, ...more] = endpoint.sent as [Sent, ...Sent[]];
      expect(more).toEqual([]);
      expect([path, headers.authorization]).toEqual(['/v1/chat/completions', `Bearer ${key}`]);
      expect(Object.keys(body).sort()).toEqual(['messages', 'model', 'response_format']);
      expect(body.model).toBe('small-model');
      expect(body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
      const sentText =
        'Certificate of attendance\nDear [student.fullName], [custom.dni]\nBeekeeping for beginners';
      expect(body.messages[1]!.content).toEqual([
        { type: 'text', text: sentText },
        { type: 'image_url', image_url: { url: pixel, detail: 'low' } },
      ]);
      const everything = JSON.stringify(headers) + text;
      for (const own of [
        context().tenant,
        'ana@example.org',
        'Ana"',
        'Academia',
        'a tag of',
        asked.user.id,
      ]) {
        expect(everything).not.toContain(own);
      }
    });

    it('are asked for again without the picture, and without a format, by a server that takes neither', async () => {
      endpoint.answer = (response, { body }) => {
        if (Array.isArray(body.messages[1]!.content)) status(400)(response);
        else if (body.response_format) status(422)(response);
        else says('Sure!\n```json\n{"tags": ["apiculture"]}\n```\nAnything else?')(response);
      };
      expect(await suggest({ thumbnail: pixel })).toEqual({ tags: ['apiculture'], method: 'ai' });
      expect(endpoint.sent).toHaveLength(3);
      expect(await suggest({ thumbnail: 'data:image/png;base64,AAAA' })).toMatchObject({ method: 'ai' });
      expect(endpoint.sent).toHaveLength(5);
    });

    it('hold no more of millions of characters than a page of it', async () => {
      endpoint.answer = says('["welding"]');
      expect((await suggest({ texts: Array(1_000).fill('x'.repeat(4_000)) })).tags).toEqual(['welding']);
      expect(endpoint.sent[0]!.text.length).toBeLessThan(12_000);
    });

    it.each<[string, Endpoint['answer']]>([
      ['does not answer', () => undefined],
      [
        'answers a letter at a time',
        (response) => {
          response.writeHead(200).write('{');
          const timer = setInterval(() => response.write(' '), 20);
          response.once('close', () => clearInterval(timer));
        },
      ],
    ])('are not waited for when the AI %s', async (_, answer) => {
      endpoint.answer = answer;
      const log = createLogger({ service: 'bff', destination: { write: (line) => void logged.push(line) } });
      // So short that a busy machine would not answer the other requests of this file within it.
      const options = { AI_KEY: undefined, AI_MODEL: 'small-model', log, timeoutMs: 400 };
      const ai = createAiTags({ AI_URL: `${endpoint.url}/v1`, ...options });
      expect(await ai.suggest({ texts, language: 'en' })).toEqual({ failure: 'timeout' });
    });

    it.each<[string, string, Endpoint['answer']]>([
      ['answers too much', 'invalid', says(`{"tags":["${'x'.repeat(300_000)}"]}`)],
      [
        'answers without end',
        'invalid',
        (response) => void response.writeHead(200).end(' '.repeat(5_000_000)),
      ],
      ['answers broken JSON', 'invalid', (response) => void response.writeHead(200).end('{"choices":[')],
      ['answers HTML', 'invalid', (response) => void response.writeHead(200).end('<html><h1>It works</h1>')],
      ['answers in another form', 'invalid', (response) => json(response, 200, { output: ['bees'] })],
      ['writes no JSON', 'invalid', says('I would suggest bees and honey.')],
      ['writes other JSON', 'invalid', says('{"tags":"bees"}')],
      ['writes only what is no tag', 'invalid', says('{"tags":["2024","https://example.org/x","{{a}}"]}')],
      ['has an error', 'failed', status(500)],
      ['knows the key no longer', 'refused', status(401)],
      ['has too many requests', 'busy', status(429)],
      ['breaks the connection', 'unreachable', (response) => void response.destroy()],
    ])('are keywords when the AI %s', async (_, reason, answer) => {
      endpoint.answer = answer;
      expect(await suggest()).toEqual({ tags: expect.arrayContaining(keywords), method: 'keywords', reason });
    });

    it('are keywords when the AI redirects: key and text go to nobody else', async () => {
      for (const code of [301, 302, 303, 307, 308]) {
        endpoint.answer = status(code, { location: `${endpoint.url}/elsewhere` });
        expect(await suggest()).toMatchObject({ method: 'keywords', reason: 'failed' });
      }
      expect(new Set(endpoint.sent.map(({ path }) => path))).toEqual(new Set(['/v1/chat/completions']));
    });

    it('leave neither the key nor the text in the log', () => {
      const lines = logged.join('');
      expect(lines).toContain('keywords are suggested instead');
      for (const text of [key, 'Beekeeping', 'beekeeping', 'iVBOR']) expect(lines).not.toContain(text);
    });

    it('are refused for an image of others, and for what is no small picture', async () => {
      const stored = { sha256: 'b'.repeat(64), key: 'x', size: 1, mediaType: 'image/png' };
      const foreign = await context().stack.store.assets.put('e'.repeat(24), stored);
      const code = 'template_image_unknown';
      for (const thumbnail of [
        foreign._id,
        'f'.repeat(24),
        'data:text/html;base64,AAAA',
        'https://a.example/x',
      ]) {
        await expect(suggest({ thumbnail })).rejects.toMatchObject({ code });
      }
      await expect(suggest({ thumbnail: `${pixel}${'A'.repeat(700_000)}` })).rejects.toMatchObject({ code });
      expect(endpoint.sent).toEqual([]);
    });

    it('are limited for each person, because they may cost money', async () => {
      const { ana } = context();
      let answered = 0;
      let refused: unknown;
      while (refused === undefined && answered < 20) {
        await suggest({ texts: ['x'] }, ana).then(
          () => answered++,
          (error: unknown) => {
            refused = error;
          },
        );
      }
      expect(answered).toBeLessThanOrEqual(10);
      expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
    });
  });
}
