import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest } from './imports.ts';

const services = /^(services\/[\w-]+|packages\/queue)\/src\//;
const literal = String.raw`(\d[\d_.]*(?:\s*\*\s*(?:[\d_.]+|minute|hour|day))*)(?![\d_.]|\s*/)`;
/** `everyMs: 5_000`, `const hour = 60 * 60_000`, `timeoutMs = 10_000` */
const named = new RegExp(
  String.raw`\b(?:\w*(?:Ms|MS|Millis|Seconds|Minutes|Hours|Days|Timeout|TimeoutMS|Interval|Grace|Duration)|minute|hour|day)\??(?:: number)?\s*[:=]\s*${literal}`,
);
/** `setTimeout(end, 500)`, `await sleep(1_000)` */
const waited = new RegExp(
  String.raw`\b(?:setTimeout|setInterval|timeout|sleep|pause)\((?:.*,\s*)?${literal}\)`,
);

/** The lines of a source that say how long something takes. 0 and 1 are no times, and what is CPU time says so. */
export function timesIn(text: string): { line: number; code: string }[] {
  return text.split('\n').flatMap((code, at) => {
    if (/^\s*(?:\/\/|\/?\*)/.test(code)) return [];
    const [, value] = named.exec(code) ?? waited.exec(code) ?? [];
    const isTime = value !== undefined && value !== '0' && value !== '1' && !/budget|cpu/i.test(code);
    return isTime ? [{ line: at + 1, code: code.trim() }] : [];
  });
}

/**
 * Times in the code of services: how long they wait stands in `packages/kit/src/times.ts`, what the product promises in the
 * limits of `packages/contracts`.
 */
export function writtenTimes(root: string, code: readonly string[]): string[] {
  return code
    .filter((file) => services.test(file) && !isTest(file))
    .flatMap((file) =>
      timesIn(readFileSync(join(root, file), 'utf8')).map(
        ({ line, code }) =>
          `${file}:${line}: \`${code}\`; take it from \`times\` of @sello/kit, or from the limits`,
      ),
    );
}
