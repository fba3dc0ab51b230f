import { parentPort, workerData } from 'node:worker_threads';

/** What a flood is to be; it runs beside the looks, so that these wait for the platform and not for each other. */
export interface Flood {
  url: string;
  headers: Record<string, string>;
  calls: number;
  atOnce: number;
}

/** How the calls were answered. */
export interface FloodOutcome {
  refused: number;
  /** Refusals that did not say when to come again. */
  untold: number;
  faults: number;
}

const { url, headers, calls, atOnce } = workerData as Flood;
const outcome: FloodOutcome = { refused: 0, untold: 0, faults: 0 };
let left = calls;
async function lane(): Promise<void> {
  while (left-- > 0) {
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    if (response.status === 429) {
      outcome.refused++;
      if (!/^[1-9]\d*$/.test(response.headers.get('retry-after') ?? '')) outcome.untold++;
    } else if (response.status !== 200) outcome.faults++;
  }
}
await Promise.all(Array.from({ length: atOnce }, lane));
parentPort?.postMessage(outcome);
