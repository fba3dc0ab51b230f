import { type ConfigOf, concurrency, secret, sharedVariables, url, type Variables } from '@sello/kit';
import { privateWrappingKeys } from '@sello/proof';

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
  MAIL_FROM: sharedVariables.MAIL_FROM,
  DKIM_KEYS_PRIVATE: {
    about:
      'The private half of the wrapping key of DKIM keys: it opens the keys that sign e-mails, and no other service has it; while keys are exchanged several, between commas, the new one first',
    schema: secret(privateWrappingKeys),
  },
  MAIL_QUOTA: sharedVariables.MAIL_QUOTA,
  MAIL_QUOTA_UNPROVEN: sharedVariables.MAIL_QUOTA_UNPROVEN,
  EMAIL_CONCURRENCY: concurrency('email', 2),
  INTERNAL_PORT: sharedVariables.INTERNAL_PORT,
  LOG_LEVEL: sharedVariables.LOG_LEVEL,
} as const satisfies Variables;

export type MailWorkerConfig = ConfigOf<typeof variables>;
