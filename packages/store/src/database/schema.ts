import { Schema } from 'mongoose';

/**
 * A schema of ours: ids are text that we draw, and nothing is created behind the back of `ensureIndexes`. It says what
 * a record holds and which indexes there are; `compileCheck` derives from it what every write is held to.
 */
export function defineSchema<Row>(definition: Record<keyof Row & string, unknown>): Schema<Row> {
  return new Schema<Row>(
    definition as never,
    { versionKey: false, minimize: false, autoIndex: false, autoCreate: false, id: false } as never,
  );
}

const part = (definition: Record<string, unknown>) => new Schema(definition as never, { _id: false });

export const text = { type: String, required: true, minlength: 1 } as const;
/** Required, but may be empty. */
export const anyText = { type: String, required: true } as const;
export const optionalText = { type: String } as const;
export const number = { type: Number, required: true } as const;
export const optionalNumber = { type: Number } as const;
export const flag = { type: Boolean, required: true } as const;
export const optionalFlag = { type: Boolean } as const;
export const date = { type: Date, required: true } as const;
export const optionalDate = { type: Date } as const;
/** An object whose own contract has been checked elsewhere: a design. */
export const document = { type: Schema.Types.Mixed, required: true } as const;
export const optionalDocument = { type: Schema.Types.Mixed } as const;
export const oneOf = (...values: readonly string[]) =>
  ({ type: String, required: true, enum: values }) as const;
export const optionalOneOf = (...values: readonly string[]) => ({ type: String, enum: values }) as const;
/** An object of these fields. */
export const object = (fields: Record<string, unknown>) => ({ type: part(fields), required: true }) as const;
export const optionalObject = (fields: Record<string, unknown>) => ({ type: part(fields) }) as const;
/** Any number of elements: of one field, or of an object of fields. */
export const listOf = (element: Record<string, unknown>) =>
  ({ ...optionalListOf(element), required: true }) as const;
export const optionalListOf = (element: Record<string, unknown>) =>
  // A field says its type by a constructor; an object of fields may hold one that is called `type`.
  ({ type: [typeof element.type === 'function' ? element : part(element)] }) as const;
