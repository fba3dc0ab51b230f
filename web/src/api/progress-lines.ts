import type { ProgressLine } from '@sello/contracts';

/** Reads an answer line by line as it comes. Rejects when it ends without its last line. */
export async function readLines(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onProgress: ((progress: unknown) => void) | undefined,
): Promise<{ status: number; answer: unknown }> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ; ) {
    const { done, value } = await reader.read();
    if (done) throw new Error('the answer ended early');
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      const line = JSON.parse(text) as ProgressLine;
      if ('progress' in line) onProgress?.(line.progress);
      else if ('reply' in line) return { status: 200, answer: line.reply };
      else return { status: line.status, answer: line.error };
    }
  }
}
