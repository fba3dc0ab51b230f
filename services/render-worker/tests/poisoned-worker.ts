import { runService } from '@sello/kit';
import { createRenderWorker, variables } from '../src/index.ts';

// A render-worker whose process ends whenever it lays out a certificate with this name, as a fault in native code does.
const poison = process.env.TEST_POISON!;
const { normalize } = String.prototype;
// Called for each text that is not plain Latin.
String.prototype.normalize = function (form?: string) {
  if (this.includes(poison)) process.kill(process.pid, 'SIGKILL');
  return normalize.call(this, form);
};

await runService({ name: 'render-worker', variables, create: createRenderWorker });
