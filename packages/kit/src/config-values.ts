import { isIP } from 'node:net';
import { z } from 'zod';
import { Secret } from './secret.ts';

/** Any text. */
export const text = z.string();

/** An integer from `min` to `max`, both inclusive. */
export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  return z
    .string()
    .regex(/^[+-]?\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);
}

/** A number with a fraction, such as `0.25`. */
export function share(min: number, max: number) {
  return z
    .string()
    .regex(/^\d(\.\d{1,4})?$/, `must be a number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a number from ${min} to ${max}`);
}

export interface Quota {
  /** `null` is no limit. */
  perDay: number | null;
  perHour: number | null;
}

/** `none`, a number per day, or `day/hour`, as in `100/20`. */
export const quota = z
  .string()
  .regex(/^(none|\d{1,9}(\/\d{1,9})?)$/, 'must be none, a number a day, or day/hour as in 100/20')
  .transform((value): Quota => {
    if (value === 'none') return { perDay: null, perHour: null };
    const [day, hour] = value.split('/');
    return { perDay: Number(day), perHour: hour === undefined ? null : Number(hour) };
  });

/** `true` or `false`; `1`, `0`, `yes`, `no`, `on`, `off` are accepted as well. */
export const flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'], 'must be true or false'))
  .transform((value) => ['true', '1', 'yes', 'on'].includes(value));

export function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

/** A URL of one of these schemes (written without the colon), kept as text without a trailing slash. */
export function url(...schemes: string[]) {
  return z
    .string()
    .refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)),
      `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    )
    .transform((value) => value.replace(/\/+$/, ''));
}

/** A comma-separated list; its items are trimmed, empty ones are dropped. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** A comma-separated list of IP addresses. */
export const addresses = list.refine(
  (values) => values.every((value) => isIP(value) !== 0),
  'must be IP addresses, between commas',
);

export interface ListenAddress {
  host: string;
  port: number;
}

/** A port, or `host:port` to listen on one address only. Port 0 takes a free port. */
export const listenAddress = z
  .string()
  .regex(/^(?:(?:\[[0-9a-fA-F:.]+\]|[^:\s[\]]+):)?\d{1,5}$/, 'must be a port, or host:port')
  .transform((value): ListenAddress => {
    const colon = value.lastIndexOf(':');
    return {
      host: colon === -1 ? '::' : value.slice(0, colon).replace(/^\[|\]$/g, ''),
      port: Number(value.slice(colon + 1)),
    };
  })
  .refine(({ port }) => port <= 65_535, 'must be a port from 0 to 65535');

/** JSON that matches a schema. */
export function json<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .transform((value, context): unknown => {
      try {
        return JSON.parse(value);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** The schema's value, wrapped so that it can never be printed. */
export function secret<Output>(schema: z.ZodType<Output, string>) {
  return schema.transform((value) => new Secret(value));
}
