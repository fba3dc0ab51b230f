import { readFileSync } from 'node:fs';
import {
  type ConfigOf,
  integer,
  json,
  list,
  listenAddress,
  oneOf,
  secret,
  sharedVariables,
  text,
  url,
  type Variables,
} from '@sello/kit';
import { publicWrappingKey, readTrustList } from '@sello/proof';
import { z } from 'zod';
import type { MasterKeys } from './auth/derived-keys.ts';

const jwkSet = z.preprocess(
  (value) => (typeof value === 'object' && value !== null && 'keys' in value ? value : { keys: [value] }),
  z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1, 'must hold at least one key') }),
);

const masterKeys = z
  .string()
  .transform((value): MasterKeys => {
    const [first = '', ...older] = value.split(',');
    // Node would read the first of several keys that something else separates, and no other.
    const bytesOf = (key: string) => Buffer.from(/^[\w+/-]+={0,2}$/.test(key) ? key : '', 'base64');
    return [bytesOf(first), ...older.map(bytesOf)];
  })
  .refine(
    (keys) => keys.every((key) => key.length >= 32),
    'must be 32 random bytes or more in base 64, or several such keys between commas',
  );

/** The certificates (DER) of a PEM file, read once with the rest of the configuration. */
const pemFile = z.string().transform((path, context): readonly Uint8Array[] => {
  try {
    return readTrustList(readFileSync(path, 'utf8'));
  } catch {
    context.addIssue('must name a readable PEM file of certificates');
    return z.NEVER;
  }
});

/** The number of proxies in front, or their addresses. */
const trustProxy = z.union([integer(0, 10), z.string().regex(/^[\da-zA-Z.:/, ]+$/)], {
  error: 'must be a number of proxies or a list of addresses',
});

export const variables = {
  PUBLIC_URL: sharedVariables.PUBLIC_URL,
  PORT: {
    about: 'Where the web server listens: a port, or host:port',
    schema: listenAddress,
    default: '8080',
  },
  INTERNAL_PORT: sharedVariables.INTERNAL_PORT,
  ASK_PORT: {
    about:
      'Where the reverse proxy asks which names it may serve (port or host:port), when it is to reach nothing else that is internal; unset means at INTERNAL_PORT',
    schema: listenAddress.optional(),
  },
  TRUST_PROXY: {
    about:
      'How many reverse proxies stand in front, or their addresses: whose X-Forwarded-For is believed, and X-Forwarded-Host where they replace the Host',
    schema: trustProxy,
    default: '0',
  },
  LOG_LEVEL: sharedVariables.LOG_LEVEL,
  MONGO_URL: sharedVariables.MONGO_URL,
  REDIS_URL: sharedVariables.REDIS_URL,
  BLOBS: sharedVariables.BLOBS,
  S3_ENDPOINT: sharedVariables.S3_ENDPOINT,
  S3_REGION: sharedVariables.S3_REGION,
  S3_ACCESS_KEY: sharedVariables.S3_ACCESS_KEY,
  S3_SECRET_KEY: sharedVariables.S3_SECRET_KEY,
  OIDC_ISSUER: {
    about: 'The OpenID Connect issuer that people sign in with',
    schema: url('https', 'http'),
    default: 'https://accounts.google.com',
  },
  OIDC_CLIENT_ID: {
    about: 'The client id that the issuer gave this platform',
    schema: text,
    example: 'client-id-of-the-issuer',
  },
  OIDC_CLIENT_SECRET: {
    about: 'The client secret that the issuer gave this platform',
    schema: secret(text).optional(),
    example: 'client-secret-of-the-issuer',
  },
  SESSION_KEY: {
    about: 'Private JWK set (ES256) of the access tokens: the first key signs, all verify',
    schema: secret(json(jwkSet)),
  },
  MASTER_KEY: {
    about:
      'At least 32 random bytes in base 64: refresh credentials and download links derive from it; of several between commas the first makes, all accept',
    schema: secret(masterKeys),
  },
  SIGNING_KEYS_PUBLIC: {
    about: 'The public wrapping key that private signing keys are sealed with',
    schema: publicWrappingKey,
  },
  DKIM_KEYS_PUBLIC: {
    about: 'The public wrapping key that private DKIM keys are sealed with',
    schema: publicWrappingKey,
  },
  MAIL_FROM: sharedVariables.MAIL_FROM,
  SUPER_ADMINS: {
    about: 'E-mail addresses, between commas, of the people who may do everything in every organization',
    schema: list,
    default: '',
  },
  SIGNUPS: {
    about: 'Who may sign in for the first time: everybody, those invited, or nobody',
    schema: oneOf(['open', 'invited', 'closed']),
    default: 'open',
  },
  MAIL_QUOTA: sharedVariables.MAIL_QUOTA,
  MAIL_QUOTA_UNPROVEN: sharedVariables.MAIL_QUOTA_UNPROVEN,
  FONTS: sharedVariables.FONTS,
  FONT_PACKS: sharedVariables.FONT_PACKS,
  RENDER_BUDGET_MS: sharedVariables.RENDER_BUDGET_MS,
  LIMITS_FACTOR: {
    about:
      'Multiplies what people, organizations and addresses may ask for, reports and tries of codes too: more for very large schools',
    schema: integer(1, 1_000),
    default: '1',
  },
  HOSTING_URL: sharedVariables.HOSTING_URL,
  HOSTING_SECRET: sharedVariables.HOSTING_SECRET,
  DOMAIN_ADDRESSES: sharedVariables.DOMAIN_ADDRESSES,
  RESERVED_DOMAINS: {
    about:
      'Whether organizations may add names that do not exist on the Internet, such as school.test: for development',
    schema: oneOf(['refuse', 'allow']),
    default: 'refuse',
  },
  TSA_TRUST: {
    about:
      'A PEM file of timestamp authorities, or of those above them, whose word on the time counts; the one behind TSA_URL is known besides from its first use',
    schema: pemFile.optional(),
    example: '/etc/sello/timestamp-authorities.pem',
  },
  AI_URL: {
    about:
      'The base of an API that speaks OpenAI’s chat completions, such as a server of your own: it gets the text and the picture of a template to suggest tags; unset, tags are found in the words of the text',
    schema: url('https', 'http').optional(),
    example: 'https://api.openai.com/v1',
  },
  AI_KEY: {
    about: 'The key of that API, if it needs one',
    schema: secret(text).optional(),
  },
  AI_MODEL: {
    about: 'The name of the model at AI_URL; without one no tags are asked for',
    schema: text.optional(),
    example: 'gpt-4.1-mini',
  },
  UPLOADS: {
    about:
      'A folder on disk for files that people send, until they are answered; by default one of the user’s own among the system’s for such files',
    schema: text.optional(),
    example: '/var/lib/sello/uploads',
  },
  WEB_DIST: { about: 'The folder of the built web application', schema: text, default: 'web/dist' },
} as const satisfies Variables;

export type BffConfig = ConfigOf<typeof variables>;
