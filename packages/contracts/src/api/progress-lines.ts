import type { ErrorBody } from '../error-bodies.ts';

/** The media type of an answer that reports progress: a line of JSON for each {@link ProgressLine}. */
export const progressLinesType = 'application/x-ndjson';

/** The last line of such an answer: the reply of the call, or its error. */
export type LastLine = { reply: unknown } | { status: number; error: ErrorBody };

/** A line of an answer that reports progress; the last one ends the answer. */
export type ProgressLine = { progress: unknown } | LastLine;
