import type { DesignElementInput } from '@sello/contracts';
import { isAppError } from '@sello/kit';
import { median } from '../../../bench/measure/median.ts';
import type { Row } from '../../../scripts/bench.ts';
import { stamp } from '../src/index.ts';
import { buildDesign, buildRow, buildText, compileDesign } from '../tests/builders.ts';

const rounds = 9;
const note = '{{custom.note}}';
const text = buildText(note);
const table: DesignElementInput = {
  ...{ type: 'table', id: 'table', x: 20, y: 20, width: 100, height: 50, rows: note },
  ...{ fontFamily: 'Source Sans 3', fontSize: 10, columns: [{ header: 'A' }, { header: 'B' }] },
};

/** Values that are errors of their row, and texts as long that are none. */
const values: [what: string, element: DesignElementInput, value: string][] = [
  ['20,000 characters of one cluster', text, `a${'\u0301'.repeat(19_999)}`],
  ['the same with marks in the wrong order', text, `a${'\u0301\u0327\u0316\u0345'.repeat(4_999)}`],
  ['500 nested bidi levels', text, `${'\u2067'.repeat(500)}a${'\u2069'.repeat(500)}`],
  ['20,000 lone surrogates', text, '\udc00'.repeat(20_000)],
  ['9,999 times an unassigned code point', text, '\u{50005}'.repeat(9_999)],
  [
    '9,999 unassigned code points',
    text,
    Array.from({ length: 9_999 }, (_, index) => String.fromCodePoint(0x5_0000 + index)).join(''),
  ],
  [
    '20,000 characters of a pack that is not there',
    text,
    Array.from({ length: 20_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(''),
  ],
  [
    'a table of 10,000 rows',
    table,
    Array.from({ length: 10_000 }, (_, index) => `Unit ${index}|${index}`).join(';'),
  ],
  ['no error: 20,000 Latin letters', text, 'x'.repeat(20_000)],
  ['no error: 20,000 characters in four scripts by turns', text, 'aБαא'.repeat(5_000)],
];

/** CPU time of stamping a row with a hostile value, warm; medians. */
export async function bench(): Promise<Row[]> {
  const times = new Map<string, number[]>(values.map(([what]) => [what, []]));
  const compiled = new Map(
    await Promise.all(
      [text, table].map(async (element) => [element, await compileDesign(buildDesign([element]))] as const),
    ),
  );
  for (let round = -2; round < rounds; round += 1) {
    for (const [what, element, value] of values) {
      const row = buildRow({ custom: { note: value } });
      const start = process.cpuUsage();
      const outcome = await stamp(compiled.get(element)!, row).catch((error: unknown) => error);
      const { user, system } = process.cpuUsage(start);
      if (isAppError(outcome) === what.startsWith('no error')) throw new Error(`${what}: ${String(outcome)}`);
      if (round >= 0) times.get(what)!.push((user + system) / 1_000);
    }
  }
  return [...times].map(([what, all]) => ({
    name: `a row with ${what}`,
    ...{ value: median(all), unit: 'ms of CPU', beside: {} },
  }));
}
