import { type ConfigOf, concurrency, secret, sharedVariables, url, type Variables } from '@sello/kit';
import { z } from 'zod';

/** `address@host`, or `Name <address@host>`; the organization's name takes the place of the name. */
const sender = z
  .string()
  .transform((value) => /<([^<>]+)>\s*$/.exec(value)?.[1] ?? value)
  .pipe(z.email('must be an e-mail address'));

export const variables = {
  PUBLIC_URL: sharedVariables.PUBLIC_URL,
  MONGO_URL: sharedVariables.MONGO_URL,
  REDIS_URL: sharedVariables.REDIS_URL,
  BLOBS: sharedVariables.BLOBS,
  S3_ENDPOINT: sharedVariables.S3_ENDPOINT,
  S3_REGION: sharedVariables.S3_REGION,
  S3_ACCESS_KEY: sharedVariables.S3_ACCESS_KEY,
  S3_SECRET_KEY: sharedVariables.S3_SECRET_KEY,
  SMTP_URL: {
    about:
      'The mail server, smtp[s]://user:password@host:port; ?rateLimit= (mails a second, per process) and ?maxConnections= (5) may follow',
    schema: secret(url('smtp', 'smtps')),
    example: 'smtps://user:password@mail.example.org:465?rateLimit=20',
  },
  MAIL_FROM: {
    about: 'The address that certificates are sent from',
    schema: sender,
    example: 'certificates@example.org',
  },
  MAIL_QUOTA: sharedVariables.MAIL_QUOTA,
  MAIL_QUOTA_UNPROVEN: sharedVariables.MAIL_QUOTA_UNPROVEN,
  EMAIL_CONCURRENCY: concurrency('email', 2),
  INTERNAL_PORT: sharedVariables.INTERNAL_PORT,
  LOG_LEVEL: sharedVariables.LOG_LEVEL,
} as const satisfies Variables;

export type MailWorkerConfig = ConfigOf<typeof variables>;
