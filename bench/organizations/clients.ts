import { Agent, request } from 'node:http';

export interface Call {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

const agent = new Agent({ keepAlive: true });
export const closeClients = (): void => agent.destroy();

/** The status of the response, which is read to its end but not decompressed. */
export function send({ url, method = 'GET', headers, body }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers: { 'accept-encoding': 'gzip', ...headers } });
    sent.on('response', (response) => {
      response.on('data', () => undefined);
      response.on('end', () => resolve(response.statusCode!));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends `count` calls, each client its own again and again. Returns the calls per second. */
export async function rateOf(calls: readonly Call[], count: number): Promise<number> {
  let left = count;
  const start = performance.now();
  const client = async (call: Call) => {
    while (left-- > 0) {
      const status = await send(call);
      if (status !== 200) throw new Error(`${call.url} responded with ${status}`);
    }
  };
  await Promise.all(calls.map(client));
  return count / ((performance.now() - start) / 1_000);
}
