import { spawnSync } from 'node:child_process';
import type { SigningAlgorithm } from '@sello/contracts';

/** The name of the ratio to `opensslSpeed` in every row. It is below one, because Sello is slower than bare RSA. */
export const shareOfOpenssl = 'openssl speed (share of its sign rate)';

/** Duration of one bare RSA signature on one core by `openssl speed`, ms; undefined without openssl. */
export function opensslSpeed(algorithm: SigningAlgorithm): number | undefined {
  const bits = algorithm === 'rsa-2048' ? 2_048 : 4_096;
  const { stdout } = spawnSync('openssl', ['speed', '-seconds', '1', `rsa${bits}`], { encoding: 'utf8' });
  const rate = new RegExp(`rsa\\s+${bits} bits\\s+[\\d.]+s\\s+[\\d.]+s\\s+([\\d.]+)`).exec(stdout ?? '')?.[1];
  return rate ? 1_000 / Number(rate) : undefined;
}
