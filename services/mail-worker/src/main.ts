import { runService } from '@sello/kit';
import { variables } from './config.ts';
import { createMailWorker } from './service.ts';

await runService({ name: 'mail-worker', variables, create: createMailWorker });
