// Functions (ISO 32000-1, 7.10), written anew with their own entries only.
import { streamObject } from '../../pdf/syntax.ts';
import { Keyword, Lexer } from '../read/lexer.ts';
import { PdfDict, PdfStream, type PdfValue } from '../read/values.ts';
import type { PageContext } from './context.ts';
import { dictText, numberList, numberText, reference } from './syntax.ts';

const calculatorOperators = new Set([
  ...[
    'abs',
    'add',
    'atan',
    'ceiling',
    'cos',
    'cvi',
    'cvr',
    'div',
    'exp',
    'floor',
    'idiv',
    'ln',
    'log',
    'mod',
    'mul',
  ],
  ...[
    'neg',
    'round',
    'sin',
    'sqrt',
    'sub',
    'truncate',
    'and',
    'bitshift',
    'eq',
    'false',
    'ge',
    'gt',
    'le',
    'lt',
  ],
  ...[
    'ne',
    'not',
    'or',
    'true',
    'xor',
    'if',
    'ifelse',
    'copy',
    'dup',
    'exch',
    'index',
    'pop',
    'roll',
    '{',
    '}',
  ],
]);
const maxFunctions = 256;

/** A function, or an array of functions; null when it is damaged. */
export async function writeFunction(
  context: PageContext,
  source: PdfValue | undefined,
): Promise<string | null> {
  const { file } = context;
  const value = file.resolve(source);
  if (Array.isArray(value)) {
    const parts: string[] = [];
    for (const item of value.slice(0, maxFunctions)) {
      const part = await writeFunction(context, item);
      if (part === null) return null;
      parts.push(part);
    }
    return `[${parts.join(' ')}]`;
  }
  const number = await context.once('function', source, async () => {
    const body = await functionBody(context, value);
    return body === null ? null : context.out.add(body);
  });
  return typeof number === 'number' ? reference(number) : null;
}

async function functionBody(
  context: PageContext,
  value: PdfValue | undefined,
): Promise<string | Buffer | null> {
  const { file } = context;
  const dict = value instanceof PdfStream ? value.dict : value instanceof PdfDict ? value : null;
  if (!dict) return null;
  const type = file.number(dict.get('FunctionType'));
  const list = (key: string): string | null => {
    const numbers = file.numbers(dict.get(key));
    return numbers.length > 0 ? numberList(numbers) : null;
  };
  const common = { FunctionType: type, Domain: list('Domain'), Range: list('Range') };
  if (common.Domain === null) return null;
  if (type === 0 && value instanceof PdfStream) {
    const entries = dictText({
      ...{ ...common, Size: list('Size'), BitsPerSample: file.number(dict.get('BitsPerSample')) ?? 8 },
      ...{ Encode: list('Encode'), Decode: list('Decode') },
    });
    return streamObject(file.content(value), entries.slice(2, -2), 'prefix');
  }
  if (type === 2) {
    return dictText({ ...common, C0: list('C0'), C1: list('C1'), N: file.number(dict.get('N')) ?? 1 });
  }
  if (type === 3) {
    const functions = await writeFunction(context, file.array(dict.get('Functions')));
    const bounds = numberList(file.numbers(dict.get('Bounds')));
    return functions && dictText({ ...common, Functions: functions, Bounds: bounds, Encode: list('Encode') });
  }
  if (type === 4 && value instanceof PdfStream) {
    const program = calculator(file.content(value), context);
    return program && streamObject(Buffer.from(program, 'latin1'), dictText(common).slice(2, -2), 'prefix');
  }
  return null;
}

/** A PostScript calculator function of numbers and known operators (7.10.5); null when it is anything else. */
function calculator(content: Buffer, { file }: PageContext): string | null {
  const lexer = new Lexer(content, file.budget);
  const words: string[] = [];
  let depth = 0;
  while (!lexer.isAtEnd) {
    const token = lexer.next();
    if (typeof token === 'number') words.push(numberText(token));
    else if (typeof token === 'boolean') words.push(String(token));
    else if (token instanceof Keyword && calculatorOperators.has(token.text)) {
      depth += token.text === '{' ? 1 : token.text === '}' ? -1 : 0;
      words.push(token.text);
    } else return null;
    if (depth < 0 || depth > 64) return null;
    if (depth === 0) return words[0] === '{' ? words.join(' ') : null;
  }
  return null;
}
