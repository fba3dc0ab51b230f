import { Agent, get } from 'node:http';

const agent = new Agent({ keepAlive: true });

export interface Load {
  /** Requests per second. */
  rate: number;
  /** The time within which 99 of 100 requests were answered, ms. */
  p99: number;
}

export interface LoadOptions {
  /** Default: that of the URL. */
  host?: string;
  /** The status of every answer. Default 200. */
  status?: number;
}

/** Requests all URLs with `clients` concurrent clients over keep-alive connections. */
export async function loadOf(
  urls: readonly string[],
  clients: number,
  options: LoadOptions = {},
): Promise<Load> {
  const waits: number[] = [];
  let next = 0;
  const start = performance.now();
  const client = async () => {
    while (next < urls.length) {
      const place = next++;
      const sentAt = performance.now();
      await request(urls[place]!, options);
      waits.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const rate = urls.length / ((performance.now() - start) / 1_000);
  waits.sort((one, other) => one - other);
  return { rate, p99: waits[Math.ceil(waits.length * 0.99) - 1]! };
}

export function closeClients(): void {
  agent.destroy();
}

/** Sends each request from another client address, because rate limits count by address. */
function request(url: string, { host, status = 200 }: LoadOptions): Promise<void> {
  const headers = {
    'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}`,
    'accept-encoding': 'gzip',
    ...(host !== undefined && { host }),
  };
  return new Promise((resolve, reject) => {
    const sent = get(url, { agent, headers }, (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      response.on('end', () => {
        if (response.statusCode === status && size > 0) resolve();
        else reject(new Error(`${url} responded with ${response.statusCode}`));
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
  });
}

const byte = () => Math.floor(Math.random() * 256);
