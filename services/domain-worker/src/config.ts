import { type ConfigOf, list, sharedVariables, type Variables } from '@sello/kit';

export const variables = {
  MONGO_URL: sharedVariables.MONGO_URL,
  REDIS_URL: sharedVariables.REDIS_URL,
  PUBLIC_URL: sharedVariables.PUBLIC_URL,
  DOMAIN_ADDRESSES: sharedVariables.DOMAIN_ADDRESSES,
  HOSTING_URL: sharedVariables.HOSTING_URL,
  HOSTING_SECRET: sharedVariables.HOSTING_SECRET,
  DNS_SERVERS: {
    about:
      'Name servers that domain checks ask, between commas (address or address:port), two of which must agree; unset means the system’s',
    schema: list.optional(),
    example: '1.1.1.1,9.9.9.9',
  },
  INTERNAL_PORT: sharedVariables.INTERNAL_PORT,
  LOG_LEVEL: sharedVariables.LOG_LEVEL,
} as const satisfies Variables;

export type DomainWorkerConfig = ConfigOf<typeof variables>;
