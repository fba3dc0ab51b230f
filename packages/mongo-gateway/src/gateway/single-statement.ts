import { type Context, targetOf } from './context.ts';
import { bsonOf, type Row } from './database.ts';
import { lostCreationRace } from './ddl.ts';
import { CommandError } from './errors.ts';
import { DUPLICATE, writeErrorsOf } from './write-errors.ts';

export type WriteName = 'insert' | 'update' | 'delete';

/** DocumentDB's reply to a write command. */
export interface Outcome {
  result: Buffer;
  success: boolean;
}

const CONFLICT = 112;
/** Attempts of an upsert that matched nothing and then failed to insert because of a duplicate key. */
export const MAX_UPSERT_ATTEMPTS = 4;

/** An upsert matched nothing and then met a duplicate key: it must be retried. */
class UpsertRace extends Error {}

export function sqlOf(name: WriteName): string {
  return `SELECT p_result, p_success FROM documentdb_api.${name}($1, $2, $3, $4)`;
}

export function outcomeOf(rows: Row[]): Outcome {
  return { result: bsonOf(rows[0]!.p_result)!, success: rows[0]!.p_success === true };
}

/** DocumentDB reports a lost conflict as the error of a statement; this throws it, so that the command is retried. */
export function failOnConflict(outcome: Outcome): Outcome {
  if (!outcome.success && writeErrorsOf(outcome.result).some((error) => error.code === CONFLICT)) {
    throw new CommandError(
      CONFLICT,
      'Write conflict with another operation; the operation may be tried again',
    );
  }
  return outcome;
}

/** Runs a write command of one statement outside a transaction; retried when it lost a conflict or an upsert's race. */
export async function runSingle(
  context: Context,
  name: WriteName,
  body: Buffer,
  sequence: Buffer | null,
  retryId: string | null,
  upsert: boolean,
): Promise<Outcome> {
  let races = 0;
  return await context.database.retry(
    async () => {
      const rows = await context.database.use((query) =>
        query(sqlOf(name), [context.db, body, sequence, retryId]),
      );
      const outcome = failOnConflict(outcomeOf(rows));
      const raced = upsert && !outcome.success && writeErrorsOf(outcome.result)[0]?.code === DUPLICATE;
      if (raced && ++races < MAX_UPSERT_ATTEMPTS) throw new UpsertRace();
      return outcome;
    },
    {
      target: targetOf(context),
      when: (error) => error instanceof UpsertRace || lostCreationRace(error),
    },
  );
}
