import { runService } from '@sello/kit';
import { variables } from './config.ts';
import { createRenderWorker } from './service.ts';

await runService({ name: 'render-worker', variables, create: createRenderWorker });
