import { z } from 'zod';
import type { FieldError } from './entities/facts.ts';
import type { ErrorCode, ErrorDetails } from './errors.ts';

interface Registration {
  error: FieldError;
  /** Whether the error also applies to values inside the field. */
  within: boolean;
}

const registry = z.registry<Registration>();

/**
 * A copy of a field's schema with the error code for a missing or invalid value. Values inside the field keep
 * `invalid_payload`, or their own codes, unless `within` is set.
 */
export function withFieldError<Type extends z.ZodType>(type: Type, error: FieldError, within = false): Type {
  const own = type.clone();
  registry.add(own, { error, within });
  return own;
}

/** The `params` of a custom issue that has an error of its own, such as that of a limit. */
export const issueError = (code: ErrorCode, details: ErrorDetails = {}) => ({ error: { code, details } });

/** The error that an issue was given by `issueError`. */
export function errorOfIssue(
  issue: z.core.$ZodIssue,
): { code: ErrorCode; details: ErrorDetails } | undefined {
  return issue.code === 'custom'
    ? (issue.params?.error as { code: ErrorCode; details: ErrorDetails } | undefined)
    : undefined;
}

interface Inner {
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  getter?: () => z.ZodType;
}

/** A schema and the schemas it wraps (optional, nullable, default, pipe, lazy), from the outermost to the innermost. */
function layers(type: z.ZodType): z.ZodType[] {
  const { innerType, in: input, out, getter } = type.def as Inner;
  const next = getter?.() ?? innerType ?? (input?.def.type === 'transform' ? out : input);
  return next === undefined ? [type] : [type, ...layers(next)];
}

/**
 * The schemas at one step of a path: a property of an object or of each object of a union, or the items of an array.
 */
function schemasAt(type: z.ZodType, step: PropertyKey): z.ZodType[] {
  const { shape, element, options } = layers(type).at(-1)! as unknown as {
    shape?: Record<PropertyKey, z.ZodType>;
    element?: z.ZodType;
    options?: z.ZodType[];
  };
  if (options) return options.flatMap((option) => schemasAt(option, step));
  if (element) return typeof step === 'number' ? [element] : [];
  return shape && Object.hasOwn(shape, step) ? [shape[step]!] : [];
}

/** The error registered by `withFieldError` for the path of an issue; undefined when there is none. */
export function fieldErrorAt(schema: z.ZodType, path: readonly PropertyKey[]): FieldError | undefined {
  let types = [schema];
  let enclosing: FieldError | undefined;
  let here: Registration | undefined;
  for (const step of path) {
    types = types.flatMap((type) => schemasAt(type, step));
    here = types
      .flatMap(layers)
      .map((type) => registry.get(type))
      .find((registration) => registration !== undefined);
    if (here?.within) enclosing = here.error;
  }
  return here?.error ?? enclosing;
}
