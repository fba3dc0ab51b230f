import { runService } from '@sello/kit';
import { variables } from './config.ts';
import { createBff } from './service.ts';

await runService({ name: 'bff', variables, create: createBff });
