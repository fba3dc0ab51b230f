import type { SelectionRule } from '@sello/contracts';
import { defineDesign } from '@sello/design';
import { createLogger } from '@sello/kit';
import { newId, type Store } from '@sello/store';
import type { Row } from '../../scripts/bench.ts';
import { generate } from '../../services/bff/src/api/certificates/generate.ts';
import { selectionCounts } from '../../services/bff/src/api/students/selection-counts.ts';
import { createBatchService } from '../../services/bff/src/batches/batch-service.ts';
import { median } from '../measure/median.ts';

const rounds = 3;
const few = 50;

/**
 * Generating for a choice of everybody, from the request to the answer 202: the choice is resolved and every row is
 * written. Beside it the same for a search that matches a few, and the counts that the bulk menu shows.
 */
export async function selectionRows(store: Store, tenantId: string, count: number): Promise<Row[]> {
  const design = defineDesign({
    version: 2,
    pages: [{ id: 'p', width: 400, height: 300, elements: [] }],
    variables: [],
  });
  const template = await store.templates.create(tenantId, { name: 'Bench', tags: [], design });
  const queue = { enqueue: async () => {}, enqueueAll: async () => {}, chunksAhead: async () => 4 };
  const batches = createBatchService(
    store,
    { ...queue, publish: async () => {} } as never,
    createLogger({ service: 'bench', level: 'silent' }),
  );
  const audit = { note: async () => {} };
  const context = { store, batches, audit, objectStore: { isOurs: async () => true } } as never;
  const person = { userId: newId() };
  const start = async (selection: SelectionRule): Promise<number> => {
    const began = performance.now();
    const body = { bulk: true, selection, templateId: template._id };
    await generate({ tenantId, body, person, operationId: newId() } as never, context);
    return (performance.now() - began) / 1_000;
  };
  const counting: number[] = [];
  const whole: number[] = [];
  const some: number[] = [];
  const all = await store.students.list(tenantId, { limit: few });
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const counts = await selectionCounts({ tenantId, query: {} } as never, context);
    counting.push(performance.now() - began);
    const { madeAt } = counts as { madeAt: string };
    whole.push(await start({ madeAt, count, except: [] }));
    const search = all.items[round]!.idNumber;
    some.push(await start({ madeAt, count, except: [], search }));
  }
  const named = count.toLocaleString('en');
  return [
    { name: `counts of a choice of ${named}`, value: median(counting), unit: 'ms', beside: {} },
    {
      name: `answer to generating for a choice of ${named}`,
      value: median(whole),
      unit: 's',
      beside: { 'a search that matches one': median(whole) / median(some) },
    },
  ];
}
