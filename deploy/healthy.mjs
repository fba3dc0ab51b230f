// The container's health: readiness on the internal port, which is never published.
import { ownAddress } from '../packages/kit/src/own-address.ts';

const [, host = '0.0.0.0', port] = /^(?:(.+):)?(\d+)$/.exec(process.env.INTERNAL_PORT ?? '9100') ?? [];
const address = await ownAddress(host === '0.0.0.0' ? '127.0.0.1' : host).catch(() => '127.0.0.1');
const answer = await fetch(`http://${address}:${port}/readyz`, { signal: AbortSignal.timeout(4_000) }).catch(
  () => undefined,
);
process.exit(answer?.ok ? 0 : 1);
