import { Schema } from 'mongoose';

/**
 * A schema of ours: ids are text that we draw, unknown fields are mistakes (also in filters, where dropping one would
 * widen the query), and nothing is created behind the back of `ensureIndexes`.
 */
export function defineSchema<Row>(definition: Record<keyof Row & string, unknown>): Schema<Row> {
  return new Schema<Row>(
    definition as never,
    {
      versionKey: false,
      minimize: false,
      strict: 'throw',
      strictQuery: 'throw',
      autoIndex: false,
      autoCreate: false,
      id: false,
    } as never,
  );
}

export const text = { type: String, required: true } as const;
/** Required, but may be empty: mongoose takes an empty string for a missing one. */
export const anyText = { type: String, default: '' } as const;
export const optionalText = { type: String } as const;
export const number = { type: Number, required: true } as const;
export const optionalNumber = { type: Number } as const;
export const flag = { type: Boolean, required: true } as const;
export const date = { type: Date, required: true } as const;
export const optionalDate = { type: Date } as const;
export const document = { type: Schema.Types.Mixed, required: true } as const;
export const optionalDocument = { type: Schema.Types.Mixed } as const;
export const oneOf = (...values: readonly string[]) =>
  ({ type: String, required: true, enum: values }) as const;
