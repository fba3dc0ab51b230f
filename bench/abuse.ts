import type { Row } from '../scripts/bench.ts';
import type { Attack } from '../tests/abuse/attack.ts';
import { callFlood } from '../tests/abuse/attacks/call-flood.ts';
import { manySignatureUploads, stalledUploads } from '../tests/abuse/attacks/file-checks.ts';
import { heavyTemplate } from '../tests/abuse/attacks/heavy-template.ts';
import { hostileImports } from '../tests/abuse/attacks/hostile-imports.ts';
import { manyKeys } from '../tests/abuse/attacks/many-keys.ts';
import { manyValues } from '../tests/abuse/attacks/many-values.ts';
import { wholeLists } from '../tests/abuse/attacks/whole-lists.ts';
import { openAbuseStack } from '../tests/abuse/stack.ts';

/** Requests of honest clients, by the name of their figures. */
const requests = {
  lookUp: 'a look-up',
  check: 'a file check',
  page: 'a page',
  issue: 'a certificate',
  batch: 'a batch of 50 certificates',
} as const;

const attacks: readonly Attack[] = [
  stalledUploads,
  manySignatureUploads,
  callFlood,
  manyValues,
  manyKeys,
  wholeLists,
  heavyTemplate,
  hostileImports,
];

/** Response times of honest clients during each attack on a shared resource, compared with those without an attack. */
export async function bench(): Promise<Row[]> {
  const abuse = await openAbuseStack('full');
  try {
    const rows: Row[] = [];
    for (const attack of attacks) {
      const figures = await attack.run(abuse, 'full');
      console.log(attack.name, figures);
      for (const [look, what] of Object.entries(requests)) {
        if (!(`${look}QuietMs` in figures)) continue;
        const row = (kind: string, beside: string, quiet: string): Row => {
          const value = figures[look + beside]!;
          const name = `${what} beside ${attack.name}, ${kind}`;
          return { name, value, unit: 'ms', beside: { 'in quiet': value / figures[look + quiet]! } };
        };
        rows.push(row('median', 'MedianMs', 'QuietMs'), row('slowest', 'WorstMs', 'QuietWorstMs'));
      }
    }
    return rows;
  } finally {
    await abuse.close();
  }
}
