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
  SIGNING_KEYS_PRIVATE: {
    about:
      'The private half of the wrapping key: it opens the stored signing keys, and no other service has it; while keys are exchanged several, between commas, the new one first',
    schema: secret(privateWrappingKeys),
  },
  TSA_URL: {
    about: 'A timestamp authority (RFC 3161); with it every signature carries a timestamp or the row fails',
    schema: url('https', 'http').optional(),
  },
  FONTS: sharedVariables.FONTS,
  FONT_PACKS: sharedVariables.FONT_PACKS,
  RENDER_BUDGET_MS: sharedVariables.RENDER_BUDGET_MS,
  GENERATE_CONCURRENCY: concurrency('generate', 4),
  ZIP_CONCURRENCY: concurrency('zip', 1),
  PREVIEW_CONCURRENCY: concurrency('preview', 2),
  IMPORT_CONCURRENCY: concurrency('import', 2),
  INTERNAL_PORT: sharedVariables.INTERNAL_PORT,
  LOG_LEVEL: sharedVariables.LOG_LEVEL,
} as const satisfies Variables;

/**
 * Variables that Node and the C library read when its process starts, wherever it is started; docker-compose.yml has
 * the same. They bound what is kept of memory that was freed (docs/decisions/fonts.md, Memory).
 */
export const processVariables = {
  NODE_OPTIONS: '--max-semi-space-size=32',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;

export type RenderWorkerConfig = ConfigOf<typeof variables>;
