import { type Call, type LastLine, type ProgressLine, progressLinesType } from '@sello/contracts';
import type { Request, Response } from 'express';

const lineOf = (line: ProgressLine): string => `${JSON.stringify(line)}\n`;

/** The answer of a call with `progress`: lines of JSON from its first progress on, until then an answer like others. */
export class ProgressLines {
  readonly #response: Response;
  readonly #isAsked: boolean;
  readonly #left = new AbortController();

  constructor({ progress }: Call, request: Request, response: Response) {
    this.#response = response;
    this.#isAsked = progress !== undefined && (request.get('accept') ?? '').includes(progressLinesType);
    if (progress === undefined) return;
    response.locals.progressLines = this;
    response.once('close', () => {
      if (!response.writableFinished) this.#left.abort();
    });
  }

  /** Those of a response whose call reports its progress. */
  static of({ locals }: Response): ProgressLines | undefined {
    return locals.progressLines as ProgressLines | undefined;
  }

  get left(): AbortSignal {
    return this.#left.signal;
  }

  /** Whether the answer must end as a line. */
  get isOpen(): boolean {
    return this.#isAsked && this.#response.headersSent && !this.#response.writableEnded;
  }

  report(progress: unknown): void {
    const response = this.#response;
    if (!this.#isAsked || response.writableEnded || response.destroyed) return;
    if (!response.headersSent) {
      // Neither compressed nor gathered on the way: each line is shown when it comes.
      response.set({ 'content-type': progressLinesType, 'cache-control': 'no-store, no-transform' });
      response.set('x-accel-buffering', 'no');
    }
    response.write(lineOf({ progress }));
  }

  end(last: LastLine): void {
    this.#response.end(lineOf(last));
  }
}
