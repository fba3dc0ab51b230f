import { apis, designLimits, templatesApi } from '@sello/contracts';
import { defineDesign } from '@sello/design';
import type { Row } from '../../scripts/bench.ts';
import { startTestStack } from '../../services/bff/tests/stack.ts';
import { median } from '../measure/median.ts';

const saves = 40;
const warmups = 5;

/** The fields of a design whose JSON is nearly as long as one may be: drawings of long paths, of which one changes. */
function largest(change: number) {
  const path = `M0 0${'L12.34 56.78'.repeat(7_500)}`;
  const count = Math.floor((designLimits.json - 20_000) / (path.length + 400));
  const { version, locale, dateStyle, timeZone, pages, variables } = defineDesign({
    version: 2,
    pages: [
      {
        ...{ id: 'page', width: 842, height: 595 },
        elements: Array.from({ length: count }, (_, index) => ({
          ...{ type: 'path' as const, id: `p${index}`, x: index === 0 ? change : index, y: index },
          ...{ width: 100, height: 50, d: path, viewBox: [0, 0, 100, 100] as const, stroke: '#000000' },
        })),
      },
    ],
  });
  return { version, locale, dateStyle, timeZone, pages, variables };
}

/** A save of a design of almost 4 MB over HTTP, until the BFF says that it is stored on the embedded database. */
export async function savingRows(): Promise<Row[]> {
  const stack = await startTestStack();
  try {
    const ana = await stack.signIn('ana@example.org');
    const { _id: tenant } = await ana.call(apis.tenants, 'create', { body: { name: 'Bench' } });
    const times: number[] = [];
    let stored: { _id: string; rev: number } | undefined;
    let bytes = 0;
    for (let index = 0; index < saves + warmups; index += 1) {
      const known = stored && { _id: stored._id, rev: stored.rev };
      const body = { name: 'Largest', tags: [], ...known, ...largest(index) };
      bytes = JSON.stringify(body).length;
      const begun = performance.now();
      stored = await ana.call(templatesApi, 'upsert', { tenant, body });
      if (index >= warmups) times.push(performance.now() - begun);
    }
    times.sort((one, other) => one - other);
    const name = `a save of a design of ${(bytes / 1e6).toFixed(1)} MB until it is stored`;
    return [
      {
        name: `${name}, p95 of ${saves}`,
        value: times[Math.floor(times.length * 0.95)]!,
        unit: 'ms',
        beside: {},
      },
      { name: `${name}, median`, value: median(times), unit: 'ms', beside: {} },
    ];
  } finally {
    await stack.close();
  }
}
