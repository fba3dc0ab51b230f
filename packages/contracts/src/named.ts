import { z } from 'zod';
import type { FieldError } from './entities/facts.ts';

interface Naming {
  error: FieldError;
  /** Whatever lies inside the field counts for it as well. */
  within?: boolean;
}

const namings = z.registry<Naming>();

/**
 * A field with the error that stands for it when it is missing or wrong, beside its type. What lies inside it keeps
 * `invalid_payload` (or errors of its own), unless `within` says otherwise.
 */
export function named<Type extends z.ZodType>(type: Type, error: FieldError, within = false): Type {
  const own = type.clone();
  namings.add(own, { error, within });
  return own;
}

interface Inner {
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  getter?: () => z.ZodType;
}

/** The types that a type is wrapped in, from outside to the one that holds something. */
function layers(type: z.ZodType): z.ZodType[] {
  const { innerType, in: input, out, getter } = type.def as Inner;
  const next = getter?.() ?? innerType ?? (input?.def.type === 'transform' ? out : input);
  return next === undefined ? [type] : [type, ...layers(next)];
}

/** What a step of a path may lead to: the fields of an object or of each object of a union, the elements of a list. */
function stepsTo(type: z.ZodType, step: PropertyKey): z.ZodType[] {
  const { shape, element, options } = layers(type).at(-1)! as unknown as {
    shape?: Record<PropertyKey, z.ZodType>;
    element?: z.ZodType;
    options?: z.ZodType[];
  };
  if (options) return options.flatMap((option) => stepsTo(option, step));
  if (element) return typeof step === 'number' ? [element] : [];
  return shape && Object.hasOwn(shape, step) ? [shape[step]!] : [];
}

/** The error that a schema names for a place in its value, when it names one. */
export function errorNamedAt(schema: z.ZodType, path: readonly PropertyKey[]): FieldError | undefined {
  let types = [schema];
  let around: FieldError | undefined;
  let here: Naming | undefined;
  for (const step of path) {
    types = types.flatMap((type) => stepsTo(type, step));
    here = types
      .flatMap(layers)
      .map((type) => namings.get(type))
      .find((naming) => naming !== undefined);
    if (here?.within) around = here.error;
  }
  return here?.error ?? around;
}
