import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { Design } from '@sello/contracts';
import { dictionaryWords } from '@sello/design';
import type { FontLibrary, StampRow } from '@sello/render';
import type { Pixels } from '../../web/scripts/canvas/ink.ts';
import { listOf } from '../font-answers.ts';

/** A design with what it is printed with. */
export interface Subject {
  name: string;
  design: Design;
  values: StampRow;
  /** In which the organization's seal is printed; without one in the design's own colour. */
  sealColor?: string;
}

const kinds: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src blob:; connect-src 'self'; style-src-attr 'unsafe-inline'";

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export interface ParityServer {
  url: string;
  /** Keeps a subject under an id for the page to fetch. */
  put(id: string, subject: Subject): void;
  /** The pixels that the page sent of a subject's pages. */
  take(id: string): Pixels[];
  close(): Promise<void>;
}

/** Serves the built harness, the renderer's own fonts and images, and takes the pixels that the page drew. */
export async function startServer(
  folder: string,
  fonts: FontLibrary,
  images: Readonly<Record<string, { type: string; bytes: Uint8Array }>>,
): Promise<ParityServer> {
  const subjects = new Map<string, Subject>();
  const drawn = new Map<string, Pixels[]>();
  const list = JSON.stringify(listOf(fonts));

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, place, id = '', index = ''] = url.pathname.split('/').map(decodeURIComponent);
    const send = (type: string, body: string | Uint8Array) =>
      response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(body);
    try {
      if (place === 'fonts' && id === '') send('application/json', list);
      else if (place === 'fonts') send('font/sfnt', fonts.source(id)!.bytes());
      else if (place === 'images' && images[id]) send(images[id].type, images[id].bytes);
      else if (place === 'words') {
        const texts: string[] = JSON.parse((await bodyOf(request)).toString());
        send('application/json', JSON.stringify(texts.map(dictionaryWords)));
      } else if (place === 'subjects') send('application/json', JSON.stringify(subjects.get(id)));
      else if (place === 'pixels') {
        const [width, height] = ['width', 'height'].map((name) => Number(url.searchParams.get(name)));
        const pages = drawn.get(id) ?? [];
        drawn.set(id, pages);
        pages[Number(index)] = {
          width: width!,
          height: height!,
          rgba: await bodyOf(request),
        };
        send('text/plain', '');
      } else {
        const path = normalize(url.pathname === '/' ? '/index.html' : url.pathname);
        send(kinds[extname(path)] ?? 'application/octet-stream', await readFile(join(folder, path)));
      }
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    put: (id, subject) => void subjects.set(id, subject),
    take(id) {
      const pages = drawn.get(id) ?? [];
      drawn.delete(id);
      return pages;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
