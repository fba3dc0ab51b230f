import { limits, type SelectionGrowth, type SelectionRule, studentFilterOf } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { ChosenStudent, Store } from '@sello/store';

/** A student of a selection; the moment of its creation is of no use any more. */
export type SelectedStudent = Omit<ChosenStudent, 'createdAt'>;

const linesRead = 1_000;

/**
 * The students that a rule chooses now, in the order in which they were added. Only what a bulk action needs is read of
 * each. Throws `selection_grew` {seen, count, total, added, by} when they are more than the person saw, and
 * `selection_too_large` {max}.
 */
export async function resolveSelection(
  store: Pick<Store, 'students' | 'auditLog' | 'batches'>,
  tenantId: string,
  rule: SelectionRule,
): Promise<SelectedStudent[]> {
  const { count: seen } = rule;
  const except = new Set(rule.except);
  const madeAt = new Date(rule.madeAt);
  const chosen: SelectedStudent[] = [];
  let later = 0;
  for await (const { createdAt, ...student } of store.students.eachChosen(tenantId, studentFilterOf(rule))) {
    if (except.has(student._id)) continue;
    const isLater = createdAt > madeAt;
    if (isLater) later += 1;
    if (isLater && rule.added !== 'take') continue;
    chosen.push(student);
    if (chosen.length > limits.bulkStudents) {
      throw new AppError('selection_too_large', { details: { max: limits.bulkStudents } });
    }
  }
  const count = rule.added === 'take' ? chosen.length - later : chosen.length;
  // A student who matches only since an edit counts as added: nobody is taken whom the person has not been told of.
  if (chosen.length > seen || (later > 0 && rule.added === undefined)) {
    const total = count + later;
    const by = await addersSince(store, tenantId, madeAt);
    const growth: SelectionGrowth = { seen, count, total, added: Math.max(0, total - seen), by };
    throw new AppError('selection_grew', { details: growth });
  }
  return chosen;
}

/** Who added students since, from the audit log: the record of a student does not say who added it. */
async function addersSince(
  { auditLog, batches }: Pick<Store, 'auditLog' | 'batches'>,
  tenantId: string,
  from: Date,
): Promise<SelectionGrowth['by']> {
  const { items } = await auditLog.list(tenantId, {
    actions: ['students.import', 'students.import-start', 'students.upsert'],
    // An import of a file adds students for as long as its batch runs.
    from: new Date(from.getTime() - limits.importKeptMs),
    limit: linesRead,
    isCounted: false,
  });
  const addedBy = async (line: (typeof items)[number]): Promise<number> => {
    if (line.action === 'students.import-start' && line.target !== undefined) {
      const batch = await batches.get(tenantId, line.target);
      if (!batch || (batch.endedAt && batch.endedAt <= from)) return 0;
      return (await batches.outcomes(tenantId, line.target)).added ?? 0;
    }
    if (line.at <= from) return 0;
    return line.action === 'students.import' ? Number(line.details.added ?? 0) : line.details.created ? 1 : 0;
  };
  const adders = new Map<string, SelectionGrowth['by'][number]>();
  for (const line of items) {
    const count = await addedBy(line);
    if (count === 0) continue;
    const how = line.action === 'students.upsert' ? 'form' : 'import';
    const key = `${how} ${line.actorId}`;
    const adder = adders.get(key) ?? { name: line.actorName, how, count: 0 };
    adder.count += count;
    adders.set(key, adder);
  }
  return [...adders.values()].sort((one, other) => other.count - one.count);
}
