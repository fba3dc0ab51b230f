import type { Call } from '@sello/contracts';
import type { Attempt } from './access-matrix.ts';
import type { BadRequest } from './bad-values.ts';

/** Bytes of a request, each as the character with its number. */
const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

/** What no header means. */
const badHeaders: Readonly<Record<string, string>> = {
  'an operator': '{"$gt":""}',
  'a prototype': '{"__proto__":{"role":"owner"}}',
  'a list': 'x, y',
  'a number beyond all': '1e400',
  'no UTF-8': '\x80\xff',
  '8 KB': 'a'.repeat(8_192),
};

/** Headers that the services read; of a call with an effect those without which it is refused. */
const read = [
  ...['x-tenant-id', 'idempotency-key', 'content-type', 'content-encoding', 'prefer', 'range'],
  ...['if-none-match', 'if-range', 'cookie', 'user-agent', 'x-request-id', 'x-forwarded-for', 'accept'],
  'accept-language',
];

/** The requests of a call in each of which one header is bad. */
export function badlyHeaded(call: Call, request: Omit<BadRequest, 'what'>): BadRequest[] {
  // What names the organization may stand in the body as well.
  const deciding = request.body === undefined ? [] : ['content-type', 'content-encoding'];
  return (call.method === 'GET' ? read : deciding).flatMap((name) =>
    Object.entries(badHeaders).map(([bad, value]) => ({
      ...request,
      ...{ what: `${bad} as header ${name}`, headers: { ...request.headers, [name]: value } },
    })),
  );
}

/** What no field of a form means, as it is written in its part. */
const badTexts: Readonly<Record<string, string>> = {
  'an operator': '{"$gt":""}',
  'a prototype': '{"__proto__":{"role":"owner"}}',
  'a number beyond all': '1e400',
  'half a character': '\xed\xa0\x80',
  'no UTF-8': '\xff',
  '64 KB': 'a'.repeat(65_536),
  'a NUL': 'a\0b',
};

const badFileNames: Readonly<Record<string, string>> = {
  ...badTexts,
  'a path': '../../../../etc/passwd',
  'a line break': 'a\r\nx-injected: 1',
  'a quote': 'a"; name="b',
  nothing: '',
};

const badNames = ['tenantId[$gt]', '__proto__', 'constructor', 'a\0b', '\xff', 'a'.repeat(5_000), ''];

interface Part {
  name: string;
  value: string;
  fileName?: string;
  type?: string;
}

const boundary = 'boundary-of-parts';

function written({ name, value, fileName, type }: Part): string {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`;
  const kind = type === undefined ? '' : `\r\ncontent-type: ${type}`;
  return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}${kind}\r\n\r\n${value}\r\n`;
}

/**
 * The requests of a call that takes a file in each of which one part of the form is bad: a field, the name of one, the name
 * and the type of the file, and the form itself. The file is none that any call takes, so that none has an effect.
 */
export function badForms(call: Call, { query = {}, body = {} }: Attempt, tenant: string): BadRequest[] {
  if (!call.multipart) return [];
  const asked = { fn: call.fn!, ...(call.type && { type: call.type }), ...query };
  const fields = Object.entries(body).map(([name, value]): Part => ({ name, value: String(value) }));
  const file: Part = { name: call.multipart.field, value: 'no file', fileName: 'a.bin', type: 'text/plain' };
  const requestOf = (what: string, text: string, type = `multipart/form-data; boundary=${boundary}`) => ({
    ...{ what, query: new URLSearchParams(asked).toString(), body: bytesOf(text) },
    headers: { 'x-tenant-id': tenant, 'content-type': type },
  });
  const end = `--${boundary}--\r\n`;
  const formOf = (what: string, parts: readonly Part[]) =>
    requestOf(what, `${parts.map(written).join('')}${end}`);
  const withFile = (more: Partial<Part>) => [...fields, { ...file, ...more }];
  const whole = [...fields, file].map(written).join('');
  return [
    ...fields.flatMap((field) =>
      Object.entries(badTexts).map(([bad, value]) =>
        formOf(`${bad} as field ${field.name}`, [
          ...fields.map((one) => (one === field ? { ...one, value } : one)),
          file,
        ]),
      ),
    ),
    ...fields.map((field) => formOf(`two of field ${field.name}`, [field, ...fields, file])),
    ...badNames.map((name) =>
      formOf(`a field named ${JSON.stringify(name).slice(0, 20)}`, [{ name, value: 'x' }, ...fields, file]),
    ),
    ...Object.entries(badFileNames).map(([bad, fileName]) =>
      formOf(`${bad} as file name`, withFile({ fileName })),
    ),
    ...Object.entries(badTexts).map(([bad, type]) =>
      formOf(`${bad} as type of the file`, withFile({ type })),
    ),
    formOf('two files', [...fields, file, file]),
    formOf('a thousand fields', [
      ...Array.from({ length: 1_000 }, (_, at) => ({ name: `n${at}`, value: '' })),
      file,
    ]),
    requestOf('a form that ends in the middle', whole.slice(0, -20)),
    requestOf('a form without its end', whole),
    requestOf('no boundary', whole + end, 'multipart/form-data'),
    requestOf('a boundary of 8 KB', whole + end, `multipart/form-data; boundary=${'b'.repeat(8_192)}`),
    requestOf('nothing', ''),
  ];
}
