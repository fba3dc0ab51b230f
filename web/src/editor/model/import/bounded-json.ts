/** Why a text is not read as JSON. */
export type JsonProblem = 'invalid' | 'tooLarge';
export type BoundedJson = { ok: true; value: unknown } | { ok: false; problem: JsonProblem };

/** Deeper than any design: groups nest 8 deep, and everything in them a few levels more. */
const deepest = 64;
/** A design of the largest size has fewer. Beyond it the values would take more memory than the text. */
const mostValues = 2_000_000;

const [quote, backslash] = [0x22, 0x5c];
const [openObject, closeObject, openList, closeList, comma] = [0x7b, 0x7d, 0x5b, 0x5d, 0x2c];

/** Whether a JSON text nests too deep, or holds too many values, to be read. Takes no memory. */
function exceedsBounds(json: string): boolean {
  let [depth, values] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at += 1;
      while (at < json.length && json.charCodeAt(at) !== quote)
        at += json.charCodeAt(at) === backslash ? 2 : 1;
    } else if (code === openObject || code === openList) {
      depth += 1;
      values += 1;
      if (depth > deepest) return true;
    } else if (code === closeObject || code === closeList) depth -= 1;
    else if (code === comma) values += 1;
    if (values > mostValues) return true;
  }
  return false;
}

/**
 * Parses JSON of at most `longest` UTF-16 units within bounds of depth and size, so that a hostile text takes neither the
 * stack nor the memory. Members named `__proto__` are dropped.
 */
export function parseBounded(json: string, longest: number): BoundedJson {
  if (json.length > longest || exceedsBounds(json)) return { ok: false, problem: 'tooLarge' };
  try {
    const value: unknown = json.includes('__proto__')
      ? JSON.parse(json, (name, inner: unknown) => (name === '__proto__' ? undefined : inner))
      : JSON.parse(json);
    return { ok: true, value };
  } catch {
    return { ok: false, problem: 'invalid' };
  }
}
