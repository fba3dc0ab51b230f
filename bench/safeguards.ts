import { registerHooks } from 'node:module';
import type { Row } from '../scripts/bench.ts';

const switched = new URL('./issuing/switched-check.ts', import.meta.url).href;

/**
 * The cost of the safeguards: writes are checked against their schema, and marker, prefix and pack are checked. Only the
 * store of this process is loaded with a check that can be switched off, so that the product needs no such switch.
 */
export async function bench(): Promise<Row[]> {
  registerHooks({
    resolve(specifier, context, next) {
      const isTable = context.parentURL?.endsWith('/store/src/database/table.ts');
      if (isTable && specifier === './write-check.ts') return { url: switched, shortCircuit: true };
      return next(specifier, context);
    },
  });
  const { addSigningCertificate } = await import('../services/render-worker/tests/fixture.ts');
  const { openClassroom } = await import('./issuing/classroom.ts');
  const { safeguardsRow } = await import('./issuing/safeguards.ts');
  const room = await openClassroom(1_000);
  try {
    return [await safeguardsRow(room, await addSigningCertificate(room, 'rsa-2048'))];
  } finally {
    await room.close();
  }
}
