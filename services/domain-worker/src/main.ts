import { runService } from '@sello/kit';
import { variables } from './config.ts';
import { createDomainWorker } from './service.ts';

await runService({ name: 'domain-worker', variables, create: createDomainWorker });
