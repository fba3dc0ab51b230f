import { createLogger } from '@sello/kit';
import { openQueue } from '../src/index.ts';

// A worker that takes a job and never finishes it; the test kills it.
const queue = openQueue({
  redisUrl: process.argv[2] ?? '',
  service: 'domain-worker',
  log: createLogger({ service: 'dying', level: 'silent' }),
});
queue.serve(
  {
    domain: {
      run: () =>
        new Promise(() => {
          process.stdout.write('taken\n');
        }),
      giveUp: async () => undefined,
    },
  },
  { concurrency: { domain: 1 } },
);
