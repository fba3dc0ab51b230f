import { Secret } from './secret.ts';

const hidden = '[hidden]';
const depthLimit = 6;

// In lower case, without dashes and underscores; keys are normalized in the same way before the comparison.
const hiddenKeys = new Set([
  'authorization',
  'cookie',
  'setcookie',
  'password',
  'passphrase',
  'secret',
  'secretkey',
  'clientsecret',
  'privatekey',
  'sessionkey',
  'masterkey',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'token',
  'codeverifier',
  'apikey',
  'email',
  'emails',
  'useremail',
  'username',
  'fullname',
  'holder',
  'idnumber',
  'recipient',
]);

/** Removes e-mail addresses and passwords inside URLs from a text. */
export function scrubText(text: string): string {
  return text
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${hidden}@`)
    .replace(/[^\s"'<>(){}[\]:;,@]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi, hidden);
}

/**
 * A copy that may be logged: values of hidden keys replaced, texts scrubbed, errors serialized with their causes, arrays
 * cut after 100 items, objects below six levels replaced by `[deep]`.
 */
export function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrubText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Secret) return value.toJSON();
  if (depth >= depthLimit) return '[deep]';
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Error) return scrubError(value, depth);
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => scrub(item, depth + 1));
  if ('toJSON' in value && typeof value.toJSON === 'function') return scrub(value.toJSON(), depth + 1);
  return scrubFields(Object.entries(value), depth);
}

function scrubFields(entries: [string, unknown][], depth: number): Record<string, unknown> {
  return Object.fromEntries(
    entries.map(([key, field]) => {
      const isHidden = hiddenKeys.has(key.toLowerCase().replace(/[-_]/g, ''));
      return [key, isHidden && field !== undefined && field !== null ? hidden : scrub(field, depth + 1)];
    }),
  );
}

function scrubError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause, command, ...rest } = error as Error & Record<string, unknown>;
  return {
    type: error.name,
    message: scrubText(error.message),
    ...(stack === undefined ? {} : { stack: scrubText(String(stack)) }),
    ...(command === undefined ? {} : { command: scrub(commandName(command), depth + 1) }),
    ...scrubFields(Object.entries(rest), depth),
    ...(error.cause === undefined ? {} : { cause: scrub(error.cause, depth + 1) }),
  };
}

/** The name of a command that Redis refused: its arguments are what was stored, secrets too. */
function commandName(command: unknown): unknown {
  return typeof command === 'object' && command !== null && 'args' in command
    ? (command as { name?: unknown }).name
    : command;
}
