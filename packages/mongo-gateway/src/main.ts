import { parseArgs } from 'node:util';
import { startMongoGateway } from './index.ts';

const { values } = parseArgs({
  options: { data: { type: 'string' }, port: { type: 'string', default: '0' }, cache: { type: 'string' } },
});
if (!values.data) throw new Error('usage: main.ts --data DIR [--port N] [--cache DIR]');
const say = (line: Record<string, unknown>): void => void process.stderr.write(`${JSON.stringify(line)}\n`);

const gateway = await startMongoGateway({
  dataDir: values.data,
  port: Number(values.port),
  ...(values.cache ? { cacheDir: values.cache } : {}),
  onProgress: (event) => say({ progress: event }),
  log: (line) => say({ log: line }),
  onLost: (error) => {
    say({ error: error.message });
    process.exit(1);
  },
});
process.stdout.write(`${JSON.stringify({ url: gateway.url, port: gateway.port, pids: gateway.pids })}\n`);
for (const name of ['SIGTERM', 'SIGINT'] as const) {
  process.once(name, () => void gateway.close().then(() => process.exit(0)));
}
