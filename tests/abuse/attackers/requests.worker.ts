import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { parentPort, workerData } from 'node:worker_threads';

/** A request that is repeated over several connections. */
export interface Requests {
  url: string;
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Uint8Array | string;
  count: number;
  atOnce: number;
  /** Keep the bodies of responses of 200; they are examined after the attack. */
  keep?: boolean;
}

export interface Answers {
  /** How many responses had each status. */
  statuses: Record<number, number>;
  /** Responses of 429 without a valid Retry-After. */
  unanswered: number;
  bodies: Uint8Array[];
}

const { url, method = 'GET', headers, body, count, atOnce, keep = false } = workerData as Requests;
const agent = new Agent({ keepAlive: true });
const answers: Answers = { statuses: {}, unanswered: 0, bodies: [] };

async function send(): Promise<void> {
  const asked = request(url, { method, headers, agent });
  asked.end(body);
  const [response] = await once(asked, 'response');
  const status: number = response.statusCode;
  answers.statuses[status] = (answers.statuses[status] ?? 0) + 1;
  if (status === 429 && !/^[1-9]\d*$/.test(response.headers['retry-after'] ?? '')) answers.unanswered++;
  if (keep && status === 200) answers.bodies.push(await buffer(response));
  else await once(response.resume(), 'end');
}

let left = count;
async function lane(): Promise<void> {
  while (left-- > 0) await send();
}
await Promise.all(Array.from({ length: atOnce }, lane));
agent.destroy();
parentPort?.postMessage(answers);
