import { parseArgs } from 'node:util';
import { startMongoGateway } from './index.ts';

const { values } = parseArgs({
  options: { data: { type: 'string' }, port: { type: 'string', default: '0' }, cache: { type: 'string' } },
});
const say = (line: Record<string, unknown>): void => void process.stderr.write(`${JSON.stringify(line)}\n`);
const fail = (error: Error): never => {
  say({ error: error.message });
  process.exit(1);
};
if (!values.data) fail(new Error('usage: main.ts --data DIR [--port N] [--cache DIR]'));

const gateway = await startMongoGateway({
  dataDir: values.data!,
  port: Number(values.port),
  ...(values.cache ? { cacheDir: values.cache } : {}),
  onProgress: (event) => say({ progress: event }),
  log: (line) => say({ log: line }),
  onLost: fail,
}).catch(fail);
for (const name of ['SIGTERM', 'SIGINT'] as const) {
  process.once(name, () => void gateway.close().then(() => process.exit(0), fail));
}
process.stdout.write(`${JSON.stringify({ url: gateway.url, port: gateway.port, pids: gateway.pids })}\n`);
