import { deserialize, onDemand } from 'bson';
import { splitSequence } from './body.ts';
import type { Context } from './context.ts';
import { CommandError } from './errors.ts';

/** The statements of a write command, from the body's array or from a document sequence. */
export interface Statements {
  count: number;
  at(index: number): Record<string, unknown> | null;
  /** One statement's bytes. */
  raw(index: number): Buffer;
  /** The bytes of the document sequence, for DocumentDB; null when the statements are in the body. */
  sequence: Buffer | null;
}

/** @param field the array's name: documents, updates or deletes */
export function statementsOf(context: Context, field: string): Statements {
  const sequence = context.sequences.get(field) ?? null;
  const documents = sequence ? splitSequence(sequence) : arrayOf(context, field);
  if (documents.length === 0) throw new CommandError('InvalidLength', 'Write batch sizes must be at least 1');
  return {
    count: documents.length,
    at: (index) => {
      const document = documents[index];
      return document ? deserialize(document) : null;
    },
    raw: (index) => documents[index]!,
    sequence,
  };
}

function arrayOf(context: Context, field: string): Buffer[] {
  const raw = context.body.raw(field);
  if (!raw) throw new CommandError('FailedToParse', `BSON field '${context.command}.${field}' is missing`);
  return [...onDemand.parseToElements(raw)].map(([, , , offset, length]) =>
    raw.subarray(offset, offset + length),
  );
}
