import { type ConfigOf, list, sharedVariables, type Variables } from '@sello/kit';

export const variables = {
  MONGO_URL: sharedVariables.MONGO_URL,
  REDIS_URL: sharedVariables.REDIS_URL,
  DNS_SERVERS: {
    about:
      'Name servers that domain checks ask, between commas (address or address:port); unset means the system’s',
    schema: list.optional(),
    example: '1.1.1.1,9.9.9.9',
  },
  INTERNAL_PORT: sharedVariables.INTERNAL_PORT,
  LOG_LEVEL: sharedVariables.LOG_LEVEL,
} as const satisfies Variables;

export type DomainWorkerConfig = ConfigOf<typeof variables>;
