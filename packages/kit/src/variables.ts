import { z } from 'zod';
import type { Variables } from './config.ts';
import {
  addresses,
  integer,
  listenAddress,
  oneOf,
  quota,
  secret,
  share,
  text,
  url,
} from './config-values.ts';

/** `address@host`, or `Name <address@host>`; the organization's name takes the place of the name. */
const sender = z
  .string()
  .transform((value) => /<([^<>]+)>\s*$/.exec(value)?.[1] ?? value)
  .pipe(z.email('must be an e-mail address'));

/** Variables that more than one service reads, declared once so that all tables describe them in the same way. */
export const sharedVariables = {
  PUBLIC_URL: {
    about:
      'The address people reach the platform at; it is printed in every certificate, so choose it for good',
    schema: url('https', 'http'),
    example: 'https://certificates.example.org',
  },
  MONGO_URL: {
    about: 'The MongoDB database, with its name as path',
    schema: url('mongodb', 'mongodb+srv'),
    example: 'mongodb://mongo:27017/sello?replicaSet=rs0',
  },
  REDIS_URL: {
    about: 'Redis or Valkey with an append-only log and the policy noeviction',
    schema: url('redis', 'rediss'),
    example: 'redis://redis:6379',
  },
  BLOBS: {
    about: 'Where files are kept: a folder, or s3://bucket with the S3 variables below',
    schema: text,
    example: 's3://sello',
  },
  S3_ENDPOINT: {
    about: 'The S3 server, when BLOBS names a bucket; unset means AWS',
    schema: url('https', 'http').optional(),
    example: 'http://objects:7070',
  },
  S3_REGION: { about: 'The region of the bucket', schema: text, default: 'us-east-1' },
  S3_ACCESS_KEY: { about: 'The access key of the bucket', schema: text.optional() },
  S3_SECRET_KEY: { about: 'The secret key of the bucket', schema: secret(text).optional() },
  INTERNAL_PORT: {
    about:
      'Where /healthz, /readyz, /metrics and /internal answer (port or host:port); never let the public reach it. Of a name with several addresses, that of this machine is taken',
    schema: listenAddress,
    default: '9100',
  },
  LOG_LEVEL: {
    about: 'The least level that is logged',
    schema: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    default: 'info',
  },
  TIME_SCALE: {
    about:
      'Multiplies the times after which services look and try again, 0.05 to 1; only tests set it, a platform needs all of them',
    schema: share(0.05, 1),
    default: '1',
  },
  FONTS: {
    about: 'A folder of further fonts (TTF, OTF), the same for every service that reads it',
    schema: text.optional(),
    example: '/var/lib/sello/fonts',
  },
  FONT_PACKS: {
    about:
      'The folder of the fonts for Chinese, Japanese and Korean that npm run fetch-fonts brings; the image has them',
    schema: text.optional(),
    example: '/var/lib/sello/font-packs',
  },
  MAIL_FROM: {
    about: 'The address that certificates are sent from',
    schema: sender,
    example: 'certificates@example.org',
  },
  MAIL_QUOTA: {
    about:
      'E-mails that an organization may send when its domain is proved or the operator has confirmed it: none, a number a day, or day/hour',
    schema: quota,
    default: 'none',
  },
  MAIL_QUOTA_UNPROVEN: {
    about:
      'E-mails that an organization may send that nobody has confirmed: none, a number a day, or day/hour',
    schema: quota,
    default: '100/20',
  },
  RENDER_BUDGET_MS: {
    about: 'How much CPU time setting one certificate may take, ms; beyond it its row fails as too heavy',
    schema: integer(50, 60_000),
    default: '500',
  },
  HOSTING_URL: {
    about:
      'The API of a hosting provider that answers for custom domains in front of the platform (docs/operations.md); unset means the edge proxy',
    schema: url('https', 'http').optional(),
    example: 'https://hosting.example.org/v1',
  },
  HOSTING_SECRET: {
    about: 'The bearer token that the hosting provider expects',
    schema: secret(text).optional(),
  },
  DOMAIN_ADDRESSES: {
    about:
      'The addresses, between commas, that apex domains are to point to; unset means those that the name of PUBLIC_URL has',
    schema: addresses.optional(),
    example: '203.0.113.7,2001:db8::7',
  },
} as const satisfies Variables;

/** The variable for how many jobs of a kind one process runs concurrently. */
export function concurrency(what: string, jobs: number) {
  return {
    about: `How many ${what} jobs one process runs at a time`,
    schema: integer(1, 64),
    default: String(jobs),
  } as const;
}
