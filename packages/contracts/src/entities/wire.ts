import { z } from 'zod';
import type { Entity, Field, Fields, RecordOf } from './define.ts';
import { fieldsWith } from './define.ts';
import type { WireForm } from './facts.ts';

type OnWire<Of extends Field> = Of['facts'] extends { wire: infer Wire }
  ? Wire extends true
    ? Of['type']
    : Wire extends z.ZodType
      ? Wire
      : Wire extends { type: infer Type extends z.ZodType }
        ? Type
        : never
  : never;
type MaybeOnWire<Of extends Field> = Of['optional'] extends true ? z.ZodOptional<OnWire<Of>> : OnWire<Of>;
type WireShape<Of extends Fields> = {
  [Name in keyof Of as Of[Name]['facts'] extends { wire: unknown } ? Name : never]: MaybeOnWire<Of[Name]>;
};
type Wired<E extends Entity> = WireShape<E['fields']> & E['computed'];
/** An entity on the wire. */
export type WireOf<E extends Entity> = z.output<z.ZodObject<Wired<E>>>;

/** The schema of an entity on the wire: its wire fields and its computed properties. */
export function wireSchema<E extends Entity>(entity: E): z.ZodObject<Wired<E>> {
  const shape = Object.fromEntries(
    fieldsWith(entity, 'wire').map(({ name, field: { type, optional }, fact }) => {
      const onWire = fact === true ? type : isZod(fact) ? fact : fact.type;
      return [name, optional ? onWire.optional() : onWire];
    }),
  );
  return z.object({ ...shape, ...entity.computed }) as unknown as z.ZodObject<Wired<E>>;
}

type WireRecord<E extends Entity> = Pick<RecordOf<E>, keyof WireShape<E['fields']> & keyof RecordOf<E>>;
type Computed<E extends Entity> = z.output<z.ZodObject<E['computed'] & z.ZodRawShape>>;

/**
 * Returns a function that converts a record to its wire form: the wire fields that have a value, and the computed
 * properties. The fields are determined once.
 */
export function wireView<E extends Entity>(
  entity: E,
): (record: WireRecord<E>, computed: Computed<E>) => WireOf<E> {
  const copied = fieldsWith(entity, 'wire').map(({ name, fact }) => ({
    name,
    view: fact === true || isZod(fact) ? undefined : (fact.view as (held: unknown) => unknown),
  }));
  return (record, computed) => {
    const held = record as Record<string, unknown>;
    const wire: Record<string, unknown> = {};
    for (const { name, view } of copied) {
      const value = held[name];
      if (value !== undefined) wire[name] = view === undefined ? value : view(value);
    }
    return Object.assign(wire, computed) as WireOf<E>;
  };
}

function isZod(fact: z.ZodType | WireForm): fact is z.ZodType {
  return fact instanceof z.ZodType;
}
