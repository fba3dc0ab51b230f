import { closeInOrder, integer, runService } from '../src/index.ts';

// A service that fails or hangs as its configuration says; the test sends signals to it.
const variables = {
  LEVEL: { about: 'A number', schema: integer(1, 5), default: '1' },
  NEEDED: { about: 'Needed', schema: integer(1, 5) },
  CLOSE_MS: { about: 'How long closing takes', schema: integer(0), default: '0' },
  FAIL: { about: 'Fails after this', schema: integer(0), default: '0' },
};

await runService({
  name: 'sample',
  variables,
  create: (config, { log }) => {
    let timer: NodeJS.Timeout | undefined;
    return {
      async start() {
        log.info({ environment: Object.keys(process.env) }, 'starts');
        timer = setInterval(() => undefined, 1_000);
        if (config.FAIL > 0) setTimeout(() => Promise.reject(new Error('nobody handles this')), config.FAIL);
      },
      close: () =>
        closeInOrder(
          [
            { name: 'first', close: () => void log.info('first closed') },
            {
              name: 'broken',
              close: () => {
                throw new Error('will not close');
              },
            },
            { name: 'slow', close: () => new Promise((resolve) => setTimeout(resolve, config.CLOSE_MS)) },
            {
              name: 'last',
              close: () => {
                clearInterval(timer);
                log.info('last closed');
              },
            },
          ],
          log,
        ),
    };
  },
});
