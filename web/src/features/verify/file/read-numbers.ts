import type { ReadNumbers } from './numbers-in.ts';

/** How long a file is read, ms; as long as a picture is searched. */
const timeLimitMs = 12_000;

/** The numbers of certificates that a PDF names. It is read in a thread of this browser and not sent anywhere. */
export function readNumbers(data: Uint8Array): Promise<ReadNumbers> {
  const worker = new Worker(new URL('./numbers.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<ReadNumbers>((resolve) => {
    const timer = setTimeout(resolve, timeLimitMs, { read: 'failed' });
    worker.onmessage = ({ data: numbers }: MessageEvent<ReadNumbers>) => {
      clearTimeout(timer);
      resolve(numbers);
    };
    worker.onerror = () => {
      clearTimeout(timer);
      resolve({ read: 'failed' });
    };
    worker.postMessage(data, [data.buffer]);
  }).finally(() => worker.terminate());
}
