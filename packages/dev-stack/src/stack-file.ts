import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stack } from './stack.ts';

/**
 * What other programs learn of a running stack: `DIR/stack.json`, there from the moment all is ready until the stop.
 * It holds no secret.
 */
export async function writeStackFile(stack: Stack): Promise<void> {
  const content = {
    app: stack.app,
    inbox: stack.inbox.url,
    issuer: stack.issuer.url,
    dns: stack.dns.url,
    internal: stack.internal,
    internals: stack.internals,
    people: stack.people,
    verify: stack.world?.verify ?? null,
    ways: stack.ways,
    pid: process.pid,
  };
  const file = join(stack.dataDir, 'stack.json');
  await writeFile(`${file}.half`, `${JSON.stringify(content, null, 2)}\n`);
  await rename(`${file}.half`, file);
}

export async function removeStackFile(dataDir: string): Promise<void> {
  await rm(join(dataDir, 'stack.json'), { force: true });
}
