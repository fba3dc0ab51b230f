import type { Row } from '../scripts/bench.ts';
import type { Figures } from '../tests/abuse/attack.ts';
import { callFlood } from '../tests/abuse/attacks/call-flood.ts';
import { heavyTemplate } from '../tests/abuse/attacks/heavy-template.ts';
import { manyKeys } from '../tests/abuse/attacks/many-keys.ts';
import { manyValues } from '../tests/abuse/attacks/many-values.ts';
import { wholeLists } from '../tests/abuse/attacks/whole-lists.ts';
import { openAbuseStack } from '../tests/abuse/stack.ts';

/** What honest people wait beside each attack of one signed-in person, and what they wait in quiet, in one run. */
export async function bench(): Promise<Row[]> {
  const abuse = await openAbuseStack();
  try {
    const rows: Row[] = [];
    for (const attack of [callFlood, manyValues, manyKeys, wholeLists]) {
      const what = attack === manyKeys ? 'a page' : 'an honest look-up';
      const { medianMs, worstMs, quietMs } = (await attack.run(abuse, 'full')) as Record<string, number>;
      rows.push(row(`${what} beside ${attack.name}, median`, medianMs!, quietMs!));
      rows.push(row(`${what} beside ${attack.name}, slowest`, worstMs!, quietMs!));
    }
    const { besideMs, quietMs }: Figures = await heavyTemplate.run(abuse, 'full');
    rows.push(row(`a certificate beside ${heavyTemplate.name}`, besideMs!, quietMs!));
    return rows;
  } finally {
    await abuse.close();
  }
}

function row(name: string, value: number, quiet: number): Row {
  return { name, value, unit: 'ms', beside: { 'in quiet': value / quiet } };
}
