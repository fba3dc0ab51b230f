import type { ReplyOf, studentImportsApi } from '@sello/contracts';

/** A file that the server keeps. */
export type SentFile = NonNullable<ReplyOf<(typeof studentImportsApi.calls)['import-file']>>;
