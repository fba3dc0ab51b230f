import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { isTyped } from './typed.ts';

export interface AskOptions {
  method?: string;
  headers?: Record<string, string>;
  json?: unknown;
}
export interface HostAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows its answer.
  json(): any;
}

/** A request to a server under any host name; `fetch` sets the Host itself. Rejects for an answer without its type. */
export function ask(app: string, host: string, path: string, options: AskOptions = {}): Promise<HostAnswer> {
  const { method = 'GET', headers = {}, json } = options;
  const { hostname, port } = new URL(app);
  const body = json === undefined ? undefined : JSON.stringify(json);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ hostname, port, path, method, setHost: false },
        headers: { ...headers, host, ...(body !== undefined && { 'content-type': 'application/json' }) },
      },
      (response) => {
        text(response).then((text) => {
          const type = response.headers['content-type'];
          if (!isTyped(type, text.length)) return reject(new Error(`${path} has the type ${type}`));
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            text,
            json: () => JSON.parse(text),
          });
        }, reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends the head of a request as it is written; resolves to the first line of the answer. */
export function askRaw(port: number, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, 'localhost', () => socket.write(`${head}Connection: close\r\n\r\n`));
    let answer = '';
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('end', () => resolve(answer.split('\r\n')[0] ?? ''));
    socket.on('error', reject);
  });
}
