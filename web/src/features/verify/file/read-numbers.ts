import type { ReadNumbers } from '@sello/contracts';

/** How long a file is read, ms; as long as a picture is searched. */
const timeLimitMs = 12_000;

/** The numbers of certificates that a PDF names. It is read in a thread of this browser and not sent anywhere. */
export async function readNumbers(data: Uint8Array<ArrayBuffer>): Promise<ReadNumbers> {
  const worker = new Worker(new URL('./numbers.worker.ts', import.meta.url), { type: 'module' });
  const { port1: answers, port2: port } = new MessageChannel();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<ReadNumbers>((resolve) => {
      const fail = () => resolve({ read: 'failed' });
      timer = setTimeout(fail, timeLimitMs);
      worker.onerror = fail;
      answers.onmessage = ({ data: numbers }: MessageEvent<ReadNumbers>) => resolve(numbers);
      worker.postMessage(data, [data.buffer, port]);
    });
  } finally {
    clearTimeout(timer);
    answers.close();
    worker.terminate();
  }
}
