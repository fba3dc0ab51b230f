import type { TagsFailure } from '@sello/contracts';
import { z } from 'zod';

/** A server that speaks OpenAI's chat completions protocol, as most servers of models do. */
export interface ChatServer {
  /** Its base, such as `https://api.openai.com/v1`. */
  url: string;
  key: string | undefined;
  model: string;
}

export type ChatContent =
  | string
  | ({ type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string; detail: 'low' } })[];

export interface ChatRequest {
  messages: { role: 'system' | 'user'; content: ChatContent }[];
  response_format?: object;
}

/** `status` is that of an answer; `form`: it may be the form of the request that the server does not take. */
export type ChatResult =
  | { content: string }
  | { failure: Exclude<TagsFailure, 'absent'>; status?: number; form?: boolean };

/** An answer of tags has some hundred bytes; models that think aloud send more. */
const answerBytes = 256 * 1024;

const answer = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]).rest(z.unknown()),
});

const failures: Record<number, Exclude<TagsFailure, 'absent'>> = {
  401: 'refused',
  402: 'busy',
  403: 'refused',
  408: 'timeout',
  429: 'busy',
};
/** Statuses with which servers answer pictures or formats of answers that they do not know. */
const ofForm: ReadonlySet<number> = new Set([400, 404, 413, 415, 422, 500, 501]);

/**
 * One request, without following redirects: they could lead the key and the text to another server. Never throws, and
 * never shows what was sent or answered. The signal ends reading the answer, too.
 */
export async function completeChat(
  { url, key, model }: ChatServer,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<ChatResult> {
  let bytes: Uint8Array | undefined;
  try {
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, ...request }),
      redirect: 'manual',
      signal,
    });
    const { status } = response;
    if (!response.ok) {
      await response.body?.cancel();
      return { failure: failures[status] ?? 'failed', status, form: ofForm.has(status) };
    }
    bytes = await readBounded(response);
  } catch {
    return { failure: signal.aborted ? 'timeout' : 'unreachable' };
  }
  const content = bytes && contentIn(bytes);
  return content === undefined ? { failure: 'invalid' } : { content };
}

/** The body; undefined when it is longer than `answerBytes`, whose rest is not read. */
async function readBounded(response: Response): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (length > answerBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function contentIn(bytes: Uint8Array): string | undefined {
  try {
    const parsed = answer.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    return parsed.data?.choices[0].message.content;
  } catch {
    return undefined;
  }
}
