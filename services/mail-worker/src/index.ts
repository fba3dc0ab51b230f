export { type MailWorkerConfig, variables } from './config.ts';
export { createMailWorker, type MailWorkerOverrides } from './service.ts';
