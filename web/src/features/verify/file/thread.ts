/** How long a thread works on one file, ms, from when it has loaded: a slow network counts for no file. */
const timeLimitMs = 60_000;

/** Gives something to the thread, which answers it; undefined when the time is over. */
export type Ask<Question, Answer> = (
  question: Question,
  transfer?: Transferable[],
) => Promise<Answer | undefined>;

/**
 * Reads a stranger's file beside the page, in a thread of its own that ends with `work`, with the time limit or with the
 * signal. Rejects when the thread cannot be loaded, when it breaks, and with the signal's reason.
 */
export async function withThread<Question, Answer, Result>(
  worker: Worker,
  signal: AbortSignal,
  work: (ask: Ask<Question, Answer>) => Promise<Result>,
): Promise<Result> {
  // PDF.js sends messages of its own from every worker that it is loaded in, so questions and answers have a port.
  const { port1: port, port2: itsPort } = new MessageChannel();
  const received = <Message>(): Promise<Message> =>
    new Promise((resolve) => {
      port.onmessage = ({ data }: MessageEvent<Message>) => resolve(data);
    });
  const abandoned = new AbortController();
  const broken = new Promise<never>((_, reject) => {
    worker.onerror = () => reject(new Error('the thread that reads files has failed'));
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { signal: abandoned.signal });
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const loaded = received();
    worker.postMessage(itsPort, [itsPort]);
    await Promise.race([loaded, broken]);
    const isOver = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), timeLimitMs);
    });
    const ask: Ask<Question, Answer> = (question, transfer = []) => {
      const answer = received<Answer>();
      port.postMessage(question, transfer);
      return Promise.race([answer, isOver]);
    };
    return await Promise.race([work(ask), broken]);
  } finally {
    abandoned.abort();
    clearTimeout(timer);
    port.close();
    worker.terminate();
  }
}

/** The thread's side: says that it has loaded, then answers one question after the other. */
export function answerAll<Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void {
  addEventListener(
    'message',
    ({ data: port }: MessageEvent<MessagePort>) => {
      port.onmessage = async ({ data }: MessageEvent<Question>) => port.postMessage(await answer(data));
      port.postMessage('loaded');
    },
    { once: true },
  );
}
