import { type ConfigOf, concurrency, list, sharedVariables, type Variables } from '@sello/kit';

export const variables = {
  MONGO_URL: sharedVariables.MONGO_URL,
  REDIS_URL: sharedVariables.REDIS_URL,
  DNS_SERVERS: {
    about:
      'Name servers that custom domains are looked up at, host or host:port between commas; unset means the machine’s own',
    schema: list,
    default: '',
  },
  DOMAIN_CONCURRENCY: concurrency('domain', 8),
  INTERNAL_PORT: sharedVariables.INTERNAL_PORT,
  LOG_LEVEL: sharedVariables.LOG_LEVEL,
} as const satisfies Variables;

export type DomainWorkerConfig = ConfigOf<typeof variables>;
