import { Agent, get } from 'node:http';

const agent = new Agent({ keepAlive: true });

/** So many clients, each over a connection that is kept, ask for the addresses in turns; answers how many a second. */
export async function rateOf(urls: readonly string[], clients: number): Promise<number> {
  let next = 0;
  const start = performance.now();
  const client = async () => {
    while (next < urls.length) {
      const place = next++;
      await ask(urls[place]!);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return urls.length / ((performance.now() - start) / 1_000);
}

export function closeClients(): void {
  agent.destroy();
}

/** From an address of its own: limits are counted by address, and it is not they that are measured. */
function ask(url: string): Promise<void> {
  const headers = { 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}`, 'accept-encoding': 'gzip' };
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      response.on('end', () => {
        if (response.statusCode === 200 && size > 0) resolve();
        else reject(new Error(`${url} was answered with ${response.statusCode}`));
      });
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}

const byte = () => Math.floor(Math.random() * 256);
