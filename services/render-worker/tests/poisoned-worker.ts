import { limits } from '@sello/contracts';
import { runService } from '@sello/kit';
import { createRenderWorker, variables } from '../src/index.ts';

// A render-worker whose process ends whenever it lays out a certificate with this name, as a fault in native code does.
// Leases are short, so that the rows of a killed worker are free soon.
const poison = process.env.TEST_POISON!;
Object.assign(limits, { leaseMs: 700, leaseRenewMs: 200 });
const { normalize } = String.prototype;
// Called for each text that is not plain Latin.
String.prototype.normalize = function (form?: string) {
  if (this.includes(poison)) process.kill(process.pid, 'SIGKILL');
  return normalize.call(this, form);
};

await runService({ name: 'render-worker', variables, create: createRenderWorker });
